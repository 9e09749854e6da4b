import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXPORT_PARTS, ExportState, type DataExport, type Poll } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { Api, expectStatus, type Client, type Person } from './api.spec-support.js';

const PATH = '/api/users/me/export';
const CANARY = 'canary of somebody else';

describe('the export of personal data, in the whole product', () => {
  let api: Api;
  let person: Person;
  let other: Person;
  beforeAll(async () => {
    api = await Api.start({ EXPORT_RETRY_MS: '200', EXPORTS_PER_WEEK: '100' });
    person = await api.person('Amara Okafor');
    other = await api.person('Ines Duarte');
  }, 120_000);
  afterAll(() => api.stop(), 60_000);

  const current = async (who: Client): Promise<DataExport | null> =>
    ExportState.parse((await expectStatus(who.get(PATH), 200)).body).export;
  const until = (who: Client, state: DataExport['state']) =>
    eventually(async () => expect(await current(who)).toMatchObject({ state }), { timeoutMs: 60_000 });
  const exported = async (who: Client): Promise<void> => {
    await expectStatus(who.post(PATH), 200);
    await until(who, 'ready');
  };
  const download = (who: Client, headers: Record<string, string> = {}) =>
    fetch(`${api.origin}${PATH}/file`, { headers: { cookie: who.cookieHeader, ...headers } });
  /** The files of a person's ZIP file by name. */
  const files = async (who: Client): Promise<Map<string, Buffer>> => {
    const answer = await download(who);
    expect(answer.status).toBe(200);
    const unzipped = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    return new Map(Object.entries(unzipped).map(([name, bytes]) => [name, Buffer.from(bytes)]));
  };
  const json = (all: Map<string, Buffer>, name: string): unknown => JSON.parse(all.get(name)!.toString());
  const stored = async (): Promise<string[]> =>
    (await readdir(api.mediaFolder, { recursive: true })).filter((name) => name.includes('export-'));
  const noneStored = () => eventually(async () => expect(await stored()).toEqual([]), { timeoutMs: 30_000 });

  it('holds one of everything that the person did, and nothing private of others', async () => {
    const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const form = new FormData();
    for (const [name, value] of Object.entries({ question: 'Which bridge?', options: '["Old","New"]' }))
      form.set(name, value);
    form.set('media', new Blob([new Uint8Array(picture)]), 'bridge.png');
    const own = (await expectStatus(person.send<Poll>('POST', '/api/polls', form), 201)).body;
    const foreign = await api.poll(other, { question: 'Tea or coffee?', options: ['Tea', 'Coffee'] });
    await expectStatus(person.post('/api/votes', { pollId: foreign.id, optionIndex: 1 }), 200);
    await expectStatus(other.post('/api/votes', { pollId: own.id, optionIndex: 0 }), 200);
    await expectStatus(person.post('/api/likes', { pollId: foreign.id }), 200);
    await expectStatus(person.post('/api/saves', { pollId: foreign.id }), 200);
    await expectStatus(person.send('PUT', `/api/polls/${foreign.id}/reminder`), 204);
    await expectStatus(person.post('/api/comments', { pollId: foreign.id, content: 'Always coffee.' }), 201);
    await expectStatus(other.post('/api/comments', { pollId: foreign.id, content: CANARY }), 201);
    await expectStatus(person.post('/api/follows', { followingId: other.user.id }), 200);
    await expectStatus(other.post('/api/follows', { followingId: person.user.id }), 200);
    await expectStatus(person.get('/api/search?q=lighthouse'), 200);
    await expectStatus(other.get(`/api/search?q=${encodeURIComponent(CANARY)}`), 200);
    await expectStatus(person.post('/api/users/me/topics', { topics: ['Travel'] }), 204);
    await expectStatus(
      other.post('/api/contact', { firstName: 'I', lastName: 'D', email: 'ines@example.org', message: CANARY }),
      204,
    );
    await expectStatus(
      person.post('/api/contact', {
        firstName: 'Amara',
        lastName: 'Okafor',
        email: 'amara@example.org',
        message: 'Where is the map?',
      }),
      204,
    );
    await eventually(async () => expect((await person.get('/api/notifications')).body).not.toEqual([]));
    await eventually(async () => expect((await person.get('/api/search/recent')).body).not.toEqual([]));

    await exported(person);
    expect(await current(person)).toMatchObject({
      parts: [...EXPORT_PARTS],
      counts: { polls: 1, votes: 1, comments: 1, media: 1 },
      trouble: null,
    });
    const all = await files(person);
    const [media] = json(all, 'polls.json') as { media: string }[];
    expect([...all.keys()].sort()).toEqual(
      [
        'README.txt',
        'comments.json',
        'follows.json',
        'likes.json',
        media!.media,
        'messages.json',
        'notifications.json',
        'polls.json',
        'profile.json',
        'reminders.json',
        'reports.json',
        'saves.json',
        'searches.json',
        'sessions.json',
        'settings.json',
        'votes.json',
      ].sort(),
    );
    expect(json(all, 'profile.json')).toMatchObject({
      id: person.user.id,
      name: 'Amara Okafor',
      username: person.user.username,
      email: expect.stringContaining('@example.org'),
    });
    expect(json(all, 'polls.json')).toMatchObject([
      { id: own.id, question: 'Which bridge?', options: ['Old', 'New'], votesCount: 1, votes: null },
    ]);
    const object = join(api.mediaFolder, own.media!.slice('/uploads/'.length, '/uploads/'.length + 2));
    expect(all.get(media!.media)).toEqual(await readFile(join(object, own.media!.slice('/uploads/'.length))));
    expect(json(all, 'votes.json')).toMatchObject([
      { pollId: foreign.id, question: 'Tea or coffee?', choice: 'Coffee', author: other.user.username },
    ]);
    expect(json(all, 'comments.json')).toMatchObject([{ pollId: foreign.id, content: 'Always coffee.' }]);
    expect(json(all, 'likes.json')).toMatchObject([{ pollId: foreign.id }]);
    for (const name of ['saves.json', 'reminders.json'])
      expect(json(all, name)).toMatchObject([{ pollId: foreign.id }]);
    expect(json(all, 'follows.json')).toMatchObject({
      following: [{ userId: other.user.id, username: other.user.username }],
      followers: [{ userId: other.user.id }],
    });
    expect(json(all, 'searches.json')).toMatchObject([{ query: 'lighthouse' }]);
    expect(json(all, 'messages.json')).toMatchObject([{ message: 'Where is the map?' }]);
    expect(json(all, 'sessions.json')).toMatchObject([{ endedAt: null }]);
    expect(json(all, 'settings.json')).toMatchObject({ topics: { topics: ['travel'] }, devices: [], blocked: [] });
    expect((json(all, 'notifications.json') as object[]).length).toBeGreaterThan(0);
    expect(all.get('README.txt')!.toString()).toContain('1 polls, 1 votes, 1 comments, 1 pictures and videos.');
    const text = [...all].map(([name, bytes]) => (name.startsWith('media/') ? '' : bytes.toString())).join('\n');
    const { email } = (
      await api.stack.sql<{ email: string }>('auth', 'select email from accounts where id = $1', [other.user.id])
    )[0]!;
    for (const secret of [CANARY, email, 'password_hash', 'argon2']) expect(text).not.toContain(secret);
  });

  it('is read in ranges, by its owner alone, and never under /uploads', async () => {
    const whole = Buffer.from(await (await download(person)).arrayBuffer());
    const part = await download(person, { range: 'bytes=2-9' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-9/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(2, 10));
    expect(part.headers.get('cache-control')).toBe('private, no-store');
    expect(part.headers.get('content-disposition')).toMatch(/^attachment; filename="inkling-\d{4}-\d\d-\d\d\.zip"$/);
    expect((await download(person, { range: `bytes=${whole.length}-` })).status).toBe(400);
    expect((await download(other)).status).toBe(404);
    expect((await download(api.client())).status).toBe(401);
    expect((await api.client().get(PATH)).status).toBe(401);
    expect((await person.get(`${PATH}/file?check=1`)).status).toBe(204);
    await api.stack.sql('auth', `update sessions set proved_at = now() - interval '1 hour' where account_id = $1`, [
      person.user.id,
    ]);
    for (const refused of [await person.get(`${PATH}/file`), await person.post(PATH)])
      expect([refused.status, refused.body]).toMatchObject([403, { code: 'proof-needed' }]);
    await expectStatus(person.post('/api/auth/prove', { password: 'correct horse' }), 204);
    const [object = ''] = await stored();
    expect((await person.get(`/uploads/${object.slice(object.indexOf('/') + 1)}`)).status).toBe(404);
    expect((await person.post(PATH, undefined, { origin: 'https://elsewhere.example' })).status).toBe(403);
  });

  it('is one file for two requests at once, and is gone when its owner deletes it', async () => {
    const second = await api.person();
    const before = (await stored()).length;
    await Promise.all([expectStatus(second.post(PATH), 200), expectStatus(second.post(PATH), 200)]);
    await until(second, 'ready');
    expect(await stored()).toHaveLength(before + 1);
    for (const who of [second, person]) await expectStatus(who.send('DELETE', PATH), 204);
    expect(await current(second)).toBeNull();
    expect((await download(second)).status).toBe(404);
    await noneStored();
  });

  it('is deleted on its day', async () => {
    await exported(person);
    await api.stack.sql('auth', `update exports set due_at = now() where status = 'ready'`);
    await noneStored();
    expect(await current(person)).toBeNull();
  });

  it('waits for a service that is down, shows the parts that are done, and goes on', async () => {
    await api.stack.stopService('social');
    await expectStatus(person.post(PATH), 200);
    await eventually(
      async () =>
        expect(await current(person)).toMatchObject({
          state: 'making',
          parts: ['polls', 'votes', 'comments', 'likes'],
          trouble: 'service',
        }),
      { timeoutMs: 60_000 },
    );
    await api.stack.startService('social');
    await until(person, 'ready');
    expect(json(await files(person), 'follows.json')).toMatchObject({ following: [{ userId: other.user.id }] });
  });

  it('says that the store takes no file, and tries again', async () => {
    await expectStatus(person.send('DELETE', PATH), 204);
    await noneStored();
    // A file in the place of the folder refuses writes as a full disk does.
    const folder = join(api.mediaFolder, 'ex');
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    await expectStatus(person.post(PATH), 200);
    await eventually(async () => expect(await current(person)).toMatchObject({ state: 'making', trouble: 'store' }), {
      timeoutMs: 60_000,
    });
    await rm(folder);
    await until(person, 'ready');
    expect((await files(person)).has('README.txt')).toBe(true);
  });

  it('begins again after its gateway is gone, and leaves one file', async () => {
    await expectStatus(person.send('DELETE', PATH), 204);
    await noneStored();
    await api.stack.stopService('social');
    await expectStatus(person.post(PATH), 200);
    await eventually(async () => expect((await current(person))?.parts).toContain('likes'), { timeoutMs: 60_000 });
    // As after a crash: nobody reports any more, and the lease ends.
    await api.stack.sql('auth', `update exports set token = gen_random_uuid(), due_at = now() where status = 'making'`);
    await api.stack.startService('social');
    await until(person, 'ready');
    await eventually(async () => expect(await stored()).toHaveLength(1), { timeoutMs: 30_000 });
    expect((await files(person)).has('README.txt')).toBe(true);
  });

  it('of 20,000 votes needs little memory', async () => {
    const voter = await api.person();
    await api.stack.sql(
      'polls',
      `insert into polls (author_id, question, options)
       select $1, 'Question ' || n || repeat(' and so on', 20), '{Yes,No}' from generate_series(1, 20000) n`,
      [other.user.id],
    );
    await api.stack.sql(
      'polls',
      `insert into votes (poll_id, user_id, option_index) select id, $1, id % 2 from polls where question like 'Question %'`,
      [voter.user.id],
    );
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 20);
    await exported(voter);
    clearInterval(watch);
    expect(await current(voter)).toMatchObject({ counts: { votes: 20_000 } });
    const votes = json(await files(voter), 'votes.json') as { pollId: number }[];
    expect(new Set(votes.map(({ pollId }) => pollId)).size).toBe(20_000);
    // Services, gateway and this spec share the process.
    expect(most).toBeLessThan(300 * 1024 * 1024);
  }, 120_000);
});
