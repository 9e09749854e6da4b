import { appendFile, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { applications } from '../nats/permissions.mts';
import { createTestDatabase } from '../test/stack-support.mjs';
import { keepList, listDeletions, listsBeside, listsFrom, newestList } from './deletion-lists.mts';
import { envelopeFor, envelopeFrom, makeKey } from './envelope.mts';
import { gatherLists } from './gather-lists.mts';
import { migrate } from './migrations.mts';
import { repeatDeletions } from './repeat-deletions.mts';

const [DAY_1, DAY_2, DAY_3, DAY_4] = [1, 2, 3, 4].map((day) => `2026-11-0${day}T12:00:00.000Z`);

describe('lists of deletions', () => {
  let folder;
  let database;
  let client;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-lists-'));
    database = await createTestDatabase(['auth']);
    const [auth] = (await applications()).filter(({ name }) => name === 'auth');
    await migrate(auth, database.urls.auth);
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
  }, 60_000);
  afterAll(async () => {
    await client?.end();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await client.query('truncate auth.accounts, auth.account_deletions cascade');
    for (const id of [1, 2, 3, 4, 5]) await account(id, DAY_1);
  });

  const account = (id, createdAt, probe = false) =>
    client.query(
      `insert into auth.accounts (id, email, email_key, name, created_at, probe)
       overriding system value values ($1, $2, $2, 'Person', $3, $4)`,
      [id, `person-${id}@example.com`, createdAt, probe],
    );
  const request = (id, requestedAt, { dueAt = DAY_4, startedAt = null, polls = 'delete' } = {}) =>
    client.query(
      `insert into auth.account_deletions (account_id, polls, requested_at, due_at, started_at, settled_at, announced_at)
       values ($1, $2, $3, $4, $5, $5, $5)`,
      [id, polls, requestedAt, dueAt, startedAt],
    );
  const begin = async (id) => {
    await request(id, DAY_2, { startedAt: DAY_3, polls: 'anonymous' });
    await client.query('delete from auth.accounts where id = $1', [id]);
  };
  const rows = async () =>
    (
      await client.query(
        `select account_id::int as id, polls, requested_at as requested, due_at as due, started_at as started
         from auth.account_deletions order by account_id`,
      )
    ).rows;
  /** Forgets what came later, as a restore of a backup of the first day does. */
  const goBack = async (later = async () => undefined) => {
    await client.query('truncate auth.accounts, auth.account_deletions cascade');
    for (const id of [1, 2, 3, 4, 5]) await account(id, DAY_1);
    await later();
  };
  const listed = async () => ({ ...(await listDeletions(client)), moment: DAY_3 });

  it('begin deletions again that had begun, and keep those waiting that waited', async () => {
    await begin(2);
    await request(3, DAY_2);
    const list = await listed();
    await goBack();
    const found = await repeatDeletions(client, [list], DAY_1);
    expect(found).toEqual({ begun: 1, pending: 1, withdrawn: 0, strange: [], upTo: DAY_3 });
    const [begun, pending] = await rows();
    expect(begun).toMatchObject({ id: 2, polls: 'anonymous', requested: new Date(DAY_2), started: null });
    expect(begun.due.getTime()).toBeLessThanOrEqual(Date.now());
    expect(pending).toMatchObject({ id: 3, requested: new Date(DAY_2), due: new Date(DAY_4), started: null });
    const before = await rows();
    await repeatDeletions(client, [list], DAY_1);
    expect((await rows()).map(({ id, requested }) => [id, requested])).toEqual(
      before.map(({ id, requested }) => [id, requested]),
    );
  });

  it('leave alone an account that got the id later, a probe, and what is already done', async () => {
    for (const id of [2, 3, 4]) await begin(id);
    const list = await listed();
    await goBack(async () => {
      await client.query('delete from auth.accounts where id in (2, 3, 4)');
      await account(2, DAY_3);
      await account(3, DAY_1, true);
      await request(4, DAY_2, { startedAt: DAY_2 });
    });
    expect(await repeatDeletions(client, [list], DAY_1)).toMatchObject({ begun: 0, pending: 0 });
    expect(await rows()).toEqual([expect.objectContaining({ id: 4, started: new Date(DAY_2) })]);
  });

  it('take back what was taken back after the backup, and not what was asked for after the list', async () => {
    await request(5, DAY_2);
    const list = await listed();
    await goBack(async () => {
      await request(1, DAY_1);
      await request(2, DAY_4);
    });
    expect(await repeatDeletions(client, [list], DAY_2)).toMatchObject({ withdrawn: 1, pending: 1 });
    expect((await rows()).map(({ id }) => id)).toEqual([2, 5]);
    // A list that is older than the backup changes nothing.
    await goBack(() => request(1, DAY_1));
    expect(await repeatDeletions(client, [list], DAY_4)).toMatchObject({ withdrawn: 0, pending: 0 });
    expect((await rows()).map(({ id }) => id)).toEqual([1]);
  });

  it('are not used for another installation', async () => {
    await begin(2);
    const list = await listed();
    await goBack(() => client.query("update auth.accounts set created_at = created_at - interval '1 second'"));
    expect(await repeatDeletions(client, [list], DAY_1)).toMatchObject({ begun: 0, strange: ['the present database'] });
    expect(await rows()).toEqual([]);
    await client.query('truncate auth.accounts cascade');
    expect(await repeatDeletions(client, [list], DAY_1)).toMatchObject({ strange: ['the present database'] });
  });

  it('are used when everybody whom the backup knows has left', async () => {
    for (const id of [1, 2, 3, 4, 5]) await begin(id);
    await account(6, DAY_3);
    const list = await listed();
    await goBack();
    expect(await repeatDeletions(client, [list], DAY_1)).toMatchObject({ begun: 5, strange: [] });
  });

  it('are kept beside the backups when something has changed, encrypted like them', async () => {
    const key = join(folder, 'key.txt');
    const envelope = await envelopeFor([await makeKey(key)]);
    const root = join(folder, 'backups');
    const beside = listsBeside(join(root, '2026-11-22T03-17-00Z'));
    expect(await newestList(beside)).toBeUndefined();
    const first = await listed();
    await keepList(root, first, envelope);
    await keepList(root, { ...first, moment: DAY_4 }, envelope);
    expect(await readdir(beside)).toEqual([
      expect.stringMatching(/^2026-11-03T12-00-00\.000Z\.[0-9a-f]{16}\.json\.age$/),
    ]);
    await begin(2);
    const second = { ...(await listDeletions(client)), moment: DAY_4 };
    await keepList(root, second, envelope);
    const [, name] = await readdir(beside);
    expect(await readFile(join(beside, name), 'latin1')).not.toContain('deletions');
    const identity = await envelopeFrom(key);
    expect(await newestList(beside, identity)).toEqual({ moment: DAY_4, text: second.text, from: join(beside, name) });
    expect(second.text).not.toContain('person-');
    await expect(newestList(beside)).rejects.toThrow('give its key by --identity');
    const stranger = join(folder, 'stranger.txt');
    await makeKey(stranger);
    await expect(newestList(beside, await envelopeFrom(stranger))).rejects.toThrow('cannot be read');
    await appendFile(join(beside, name), 'x');
    await expect(newestList(beside, identity)).rejects.toThrow('cannot be read');
  });

  it('come from what is replaced, from another database and from the archive as well, unless none is wanted', async () => {
    const connect = async () => {
      const own = new pg.Client({ connectionString: database.ownerUrl });
      await own.connect();
      return own;
    };
    const said = [];
    const places = { installation: { connect }, env: { PREVIOUS_DATABASE_URL: database.ownerUrl } };
    const report = (line) => said.push(line);
    expect(await gatherLists({ ...places, beside: join(folder, 'none'), report })).toHaveLength(2);
    expect(await gatherLists({ ...places, given: 'none', report })).toEqual([]);
    const away = { connect: () => Promise.reject(new Error('does not exist')) };
    expect(await gatherLists({ installation: away, env: {}, report })).toEqual([]);
    expect(said).toEqual([expect.stringContaining('does not exist')]);
    const { text } = await listed();
    const lines = `2026-11-03T12-00-00.000Z.json ${text}\nno list\n\n`;
    expect(listsFrom(lines)).toEqual([expect.objectContaining({ moment: DAY_3, text })]);
  });

  it('are those of the old data after a restore was killed', async () => {
    await begin(2);
    const { text } = await listed();
    await client.query('alter schema auth rename to auth_before_restore; create schema auth');
    try {
      expect(await listDeletions(client)).toMatchObject({ text });
    } finally {
      await client.query('drop schema auth cascade; alter schema auth_before_restore rename to auth');
    }
  });
});
