import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from './client.mts';

/** Given in turn, the last one for ever. */
let answers;
let requests;
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`.trim());
  const { status = 200, body = {}, headers = {} } = answers.length > 1 ? answers.shift() : answers[0];
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
});
let origin;
beforeAll(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${server.address().port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  requests = [];
});

describe('the client', () => {
  it('keeps cookies and forgets those that the server ends', async () => {
    answers = [
      { headers: { 'set-cookie': ['a=1; HttpOnly', 'b=2; Path=/'] } },
      { headers: { 'set-cookie': 'a=; Max-Age=0' } },
      {},
    ];
    const client = new Client(origin);
    for (let n = 0; n < 3; n += 1) await client.get('/x');
    expect(requests).toEqual(['GET /x', 'GET /x a=1; b=2', 'GET /x b=2']);
  });

  it('waits as long as the server asks, and says so', async () => {
    answers = [{ status: 429, body: { code: 'too-many-requests', retryAfter: 1 } }, { body: { id: 7 } }];
    const waited = [];
    const started = performance.now();
    expect(
      await new Client(origin, { onWait: (seconds) => waited.push(seconds) }).send('POST', '/api/polls', {}),
    ).toEqual({ id: 7 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
    expect(waited).toEqual([1]);
  });

  it('signs in again once when the session has run out', async () => {
    answers = [{ status: 401, body: { code: 'unauthorized' } }, { body: { signedIn: true } }, { body: { id: 1 } }];
    const client = new Client(origin, { signIn: (self) => self.send('POST', '/api/auth/login', {}) });
    expect(await client.get('/api/polls')).toEqual({ id: 1 });
    expect(requests).toEqual(['GET /api/polls', 'POST /api/auth/login', 'GET /api/polls']);
    answers = [{ status: 401, body: { code: 'unauthorized' } }];
    await expect(new Client(origin, { signIn: async () => undefined }).get('/api/polls')).rejects.toMatchObject({
      status: 401,
    });
  });

  it('repeats what may be repeated while the server is away, and nothing else', async () => {
    answers = [{ status: 503, body: { code: 'unavailable' } }, { body: { id: 1 } }];
    expect(await new Client(origin).send('DELETE', '/x')).toEqual({ id: 1 });
    answers = [{ status: 503, body: { code: 'unavailable', message: 'Later.' } }];
    requests = [];
    await expect(new Client(origin).send('POST', '/api/polls', {})).rejects.toThrow(
      'POST /api/polls was answered 503: Later.',
    );
    expect(requests).toEqual(['POST /api/polls']);
  });

  it('reads a list page by page', async () => {
    answers = [{ body: [1, 2], headers: { 'x-next-cursor': 'abc' } }, { body: [3] }];
    expect(await new Client(origin).list('/x')).toEqual([1, 2, 3]);
    expect(requests).toEqual(['GET /x', 'GET /x?cursor=abc']);
  });
});
