import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRpc, Poll, pollsRpc, User } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import sharp from 'sharp';
import { expectStatus, shareApi, type Api, type Client, type Person } from './api.spec-support.js';

const fixture = (name: string): Promise<Buffer> => readFile(join(process.cwd(), 'gateway/src/uploads/fixtures', name));
const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

function form(fields: Record<string, string>, field: string, bytes: Buffer): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  data.set(field, new Blob([new Uint8Array(bytes)]), 'file');
  return data;
}

describe('media, in the whole product', () => {
  const product = shareApi();
  let api: Api;
  let author: Person;
  beforeAll(async () => {
    api = await product.start();
    author = await api.person('Author');
  }, 120_000);
  afterAll(() => product.stop(), 60_000);

  const stored = async (): Promise<string[]> =>
    (await readdir(api.mediaFolder, { recursive: true }))
      .filter((name) => /^\w\w\/\w+\.\w+$/.test(name))
      .map((name) => `/uploads/${name.slice(name.lastIndexOf('/') + 1)}`);
  const publish = async (bytes: Buffer, fields: Record<string, string> = {}): Promise<Poll> =>
    Poll.parse(
      (
        await expectStatus(
          author.send(
            'POST',
            '/api/polls',
            form(
              { question: 'Which of them?', options: '["This","That"]', visibility: 'public', ...fields },
              'media',
              bytes,
            ),
          ),
          201,
        )
      ).body,
    );
  const profile = (who: Client & { user: User }, bytes: Buffer, fields: Record<string, string> = {}) =>
    who.send<User>(
      'POST',
      '/api/users/me/update',
      form({ name: who.user.name, username: who.user.username!, ...fields }, 'profilePicture', bytes),
    );

  it('is visible to everyone who sees its poll, and is deleted with it', async () => {
    const image = await publish(await picture('red'), { mediaAlt: 'A red square' });
    expect(image.mediaInfo).toMatchObject({
      kind: 'image',
      width: 200,
      height: 320,
      alt: 'A red square',
      duration: null,
    });
    expect(image.mediaInfo?.thumbhash).toMatch(/^[\w+/]+=*$/);
    const video = await publish(await fixture('gps-rotated.mp4'));
    expect(video.mediaInfo).toMatchObject({ kind: 'video', width: 90, height: 160, duration: 2, thumbhash: null });

    const reader = await api.person('Reader');
    expect((await reader.get<Poll>(`/api/polls/${image.id}`)).body.media).toBe(image.media);
    expect((await api.client().get(video.media!)).headers.get('content-type')).toBe('video/mp4');
    expect(await api.stack.rpc.call(pollsRpc.usedMedia, { paths: await stored() })).toEqual({
      paths: expect.arrayContaining([image.media, video.media]),
    });

    for (const poll of [image, video]) {
      await expectStatus(author.send('DELETE', `/api/polls/${poll.id}`), 204);
      await eventually(async () => expect((await api.client().get(poll.media!)).status).toBe(404));
    }
    expect(await stored()).toEqual([]);
  });

  it('of a profile is deleted when another picture replaces it', async () => {
    const first = (await expectStatus(profile(author, await picture('green')), 200)).body.profilePicture!;
    const second = (await expectStatus(profile(author, await picture('blue')), 200)).body.profilePicture!;
    expect(second).not.toBe(first);
    await eventually(async () => expect(await stored()).toEqual([second]));
    expect((await author.get<User>('/api/users/me')).body.profilePicture).toBe(second);
    // Without a file the picture stays.
    const kept = await expectStatus(
      author.post<User>('/api/users/me/update', { name: 'Author', username: author.user.username }),
      200,
    );
    expect(kept.body.profilePicture).toBe(second);
    expect(await api.stack.rpc.call(authRpc.usedPictures, { paths: [first, second] })).toEqual({ paths: [second] });
  });

  it('is not stored when its poll or profile is refused', async () => {
    const before = await stored();
    const other = await api.person('Other');
    await expectStatus(profile(other, await picture('red'), { username: author.user.username! }), 409);
    await expectStatus(
      author.send(
        'POST',
        '/api/polls',
        form(
          { question: 'Which?', options: '["A","B"]', endDate: '2001-01-01T00:00:00.000Z' },
          'media',
          await picture('red'),
        ),
      ),
      400,
    );
    await expectStatus(
      author.send(
        'POST',
        '/api/polls',
        form({ question: 'Which?', options: '["A","B"]' }, 'media', Buffer.from('<html>')),
      ),
      415,
    );
    expect(await stored()).toEqual(before);
  });
});
