import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UploadsGateway } from './gateway.spec-support.js';
import { gpsJpeg } from './pictures.spec-support.js';

describe('an upload', () => {
  let gateway: UploadsGateway;
  let picture: Buffer;
  beforeAll(async () => {
    gateway = await UploadsGateway.start();
    picture = await gpsJpeg(40, 20);
  });
  afterAll(() => gateway.stop());
  beforeEach(() => void gateway.counted.splice(0));

  it('counts for the person who sent it, and a poll without a file does not', async () => {
    expect((await gateway.upload(picture, { userId: 7 })).status).toBe(201);
    const body = JSON.stringify({ question: 'No file?', options: ['A', 'B'] });
    const headers = { 'content-type': 'application/json' };
    expect((await gateway.send('/api/polls', { method: 'POST', body, headers })).status).toBe(201);
    expect(gateway.counted).toEqual([7]);
  });

  it('does not count if the file, or its poll, is refused', async () => {
    expect((await gateway.upload(Buffer.from('no picture'))).status).toBe(415);
    gateway.failures.set('Too many?', 'too-many-polls');
    const fields = { question: 'Too many?', options: '["A","B"]' };
    expect((await gateway.upload(picture, { fields })).status).toBe(429);
    expect((await gateway.upload(picture, { fields: { question: '', options: '[]' } })).status).toBe(400);
    expect(gateway.counted).toEqual([]);
  });

  it('above the limit is a 429 and leaves nothing behind', async () => {
    const before = await gateway.objects();
    gateway.failures.set(undefined, 'too-many-uploads');
    const { status, json } = await gateway.upload(picture);
    gateway.failures.delete(undefined);
    expect({ status, code: json.code }).toEqual({ status: 429, code: 'too-many-uploads' });
    expect([await gateway.objects(), await gateway.arriving()]).toEqual([before, []]);
  });
});
