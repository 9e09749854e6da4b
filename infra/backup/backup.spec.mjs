import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import sharp from 'sharp';
import { SERVICES, adminRpc } from '@inkling/contracts';
import { Nats, RpcClient, startService } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { Api, Client, expectStatus } from '../../e2e/api/api.spec-support.js';
import { applications } from '../nats/permissions.mjs';
import { openBackup } from './manifest.mjs';
import { folderOfObjects } from './object-stores.mjs';
import { putBack } from './put-back.mjs';
import { takeBackup } from './take.mjs';

const PEOPLE = 5;
const connectTo = async (url) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};
const rowsOf = async (url, text) => {
  const client = await connectTo(url);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

/** Where a projection's rows come from, and what they must say. */
const AGREE = [
  ['select id::int, name, username from auth.accounts order by id', ['select user_id::int as id, name, username from social.profiles order by 1', 'select user_id::int as id, name, username from search.user_documents order by 1', 'select user_id::int as id, name, username from notifications.profiles order by 1']],
  ['select p.id::int, c.votes_count as votes from polls.polls p join polls.poll_counters c on c.poll_id = p.id where deleted_at is null order by 1', ['select poll_id::int as id, votes_count::int as votes from search.poll_documents where not deleted order by 1']],
  // An author's own vote makes no notification.
  ['select p.id::int, count(*)::int as votes from polls.polls p join polls.votes v on v.poll_id = p.id where deleted_at is null and v.user_id <> p.author_id group by p.id order by 1', ["select object_id::int as id, count as votes from notifications.notices where kind = 'vote' order by 1"]],
];

describe('backup and restore', () => {
  const folders = [];
  const stops = [];
  let definitions;
  let backupFolder;
  let manifest;
  let emails;
  let inUseAtTheEnd;
  const folder = async (name) => {
    const path = await mkdtemp(join(tmpdir(), `inkling-${name}-`));
    folders.push(path);
    return path;
  };

  /** A product under load, backed up meanwhile, and then gone with everything it had. */
  beforeAll(async () => {
    definitions = (await applications()).filter(({ name }) => name !== 'gateway');
    backupFolder = await folder('backup');
    const api = await Api.start();
    try {
      const people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => api.person(`Person ${index}`)));
      const teal = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } }).jpeg().toBuffer();
      let stopped = false;
      let rounds = 0;
      const traffic = people.map(async (person, at) => {
        for (let index = 0; !stopped; index++) {
          const form = new FormData();
          for (const [name, value] of Object.entries({ question: `Back\\slash \\N ${index}, “by” ${at}?`, options: '["Yes","No"]', visibility: 'public' })) form.set(name, value);
          form.set('media', new Blob([teal]), 'teal.jpg');
          const { body: poll } = await expectStatus(person.send('POST', '/api/polls', form), 201);
          await Promise.all(people.map((voter, choice) => voter.post('/api/votes', { pollId: poll.id, optionIndex: choice % 2 })));
          await people[(at + 1) % PEOPLE].post('/api/comments', { pollId: poll.id, content: 'A \\N, a \\\\t and\na line' });
          await person.post('/api/follows', { followingId: people[(at + 1 + (index % (PEOPLE - 1))) % PEOPLE].user.id });
          if (index % 3 === 2) await person.send('DELETE', `/api/polls/${String(poll.id)}`);
          rounds += 1;
        }
      });
      await eventually(() => rounds >= PEOPLE * 2, { timeoutMs: 30_000 });
      const before = rounds;
      const client = await connectTo(api.stack.databaseUrl);
      manifest = await takeBackup({ client, objects: folderOfObjects(api.mediaFolder), services: SERVICES }, backupFolder);
      await client.end();
      await eventually(() => rounds > before, { timeoutMs: 30_000 });
      stopped = true;
      await Promise.all(traffic);
      inUseAtTheEnd = (await rowsOf(api.stack.databaseUrl, 'select substr(media, 10) as key from polls.polls where media is not null and deleted_at is null')).map(({ key }) => key);
      emails = (await rowsOf(api.stack.databaseUrl, 'select email from auth.accounts order by id')).map(({ email }) => email);
    } finally {
      await api.stop();
    }
  }, 180_000);
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    await Promise.all(folders.map((path) => rm(path, { recursive: true, force: true })));
  });

  /** An installation with nothing in it. */
  async function empty() {
    const { createTestDatabase } = await import('../test/stack-support.mjs');
    const { prepareDatabase } = await import('../local/databases.mjs');
    const database = await createTestDatabase(SERVICES);
    stops.push(() => database.drop());
    const passwords = Object.fromEntries(SERVICES.map((name) => [name, decodeURIComponent(new URL(database.urls[name]).password)]));
    const media = await folder('media');
    return {
      url: database.ownerUrl,
      urls: database.urls,
      media,
      target: { connect: () => connectTo(database.ownerUrl), prepare: () => prepareDatabase(database.ownerUrl, passwords), objects: folderOfObjects(media), definitions, forgetEvents: async () => undefined },
    };
  }

  it('is of one moment, with every object that is named then', async () => {
    const of = (name) => manifest.database.tables.find(({ schema, table }) => `${schema}.${table}` === name);
    expect(of('auth.accounts').rows).toBe(PEOPLE);
    expect(of('polls.polls').rows).toBeGreaterThanOrEqual(PEOPLE * 2);
    const { objects } = await openBackup(backupFolder);
    expect(manifest.objects.count).toBe(objects.size);
    expect(objects.size).toBeGreaterThan(0);
    // Only what was deleted in the moment between being seen and being copied.
    expect(manifest.objects.missing.filter((key) => inUseAtTheEnd.includes(key))).toEqual([]);
    const [key, { sha256 }] = [...objects][0];
    expect(createHash('sha256').update(await readFile(join(backupFolder, 'objects', key.slice(0, 2), key))).digest('hex')).toBe(sha256);
    await expect(takeBackup({}, backupFolder)).rejects.toThrow('is not empty');
  });

  it('brings everything back after a loss: rows, objects, events on their way, and counters that are right', async () => {
    const { url, urls, media, target } = await empty();
    const { tables, absent } = await putBack(target, await openBackup(backupFolder), backupFolder, { replace: false });
    expect(tables.filter(({ rows, expected }) => rows !== expected)).toEqual([]);
    expect(absent).toEqual(manifest.objects.missing);
    const stored = (await readdir(media, { recursive: true })).filter((name) => /\.\w+$/.test(name));
    expect(stored.length).toBe(manifest.objects.count);

    // What has been restored makes the same backup again, row for row, but for the marks that a restore moves.
    const [owner, another] = [await connectTo(url), await folder('again')];
    const again = await takeBackup({ client: owner, objects: folderOfObjects(media), services: SERVICES }, another);
    await owner.end();
    const rowsIn = async (root, { file }) => gunzipSync(await readFile(join(root, file))).toString().split('\n').sort();
    for (const [index, entry] of manifest.database.tables.entries()) {
      if (!['inbox', 'outbox'].includes(entry.table)) expect([entry.file, await rowsIn(another, again.database.tables[index])]).toEqual([entry.file, await rowsIn(backupFolder, entry)]);
    }
    expect([again.objects.list, again.database.sequences]).toEqual([manifest.objects.list, manifest.database.sequences]);

    const { createTestNats } = await import('../test/stack-support.mjs');
    const nats = await createTestNats();
    stops.push(() => nats.remove());
    const common = { NODE_ENV: 'test', LOG_LEVEL: 'silent', SESSION_SECRET: 'a secret of at least 32 characters, for tests', NATS_URL: nats.url, WEB_ROOT: 'none', HTTP_PORT: '0', MEDIA_DIR: media };
    const running = await Promise.all((await applications()).map((definition) => startService(definition, { env: { ...common, ...(urls[definition.name] ? { DATABASE_URL: urls[definition.name] } : {}) } })));
    stops.push(() => Promise.all(running.map((service) => service.stop())));
    const client = await Nats.connect({ servers: nats.url, name: 'spec' });
    const rpc = new RpcClient(client);
    stops.push(async () => {
      rpc.onApplicationShutdown();
      await client.connection.close();
    });

    await eventually(async () => {
      for (const [truth, copies] of AGREE) {
        const expected = await rowsOf(url, truth);
        for (const copy of copies) expect(await rowsOf(url, copy)).toEqual(expected);
      }
    }, { timeoutMs: 90_000, intervalMs: 200 });
    for (const service of SERVICES) await eventually(async () => expect(await rowsOf(url, `select 1 from ${service}.outbox where published_at is null limit 1`)).toEqual([]));
    for (const recount of [adminRpc.recountPolls, adminRpc.recountFollows, adminRpc.recountNotices]) expect(await rpc.call(recount, {})).toMatchObject({ corrected: 0 });
    for (const service of SERVICES) expect(await rowsOf(url, `select * from ${service}.dead_letters`)).toEqual([]);

    const { port } = running.find(({ name }) => name === 'gateway').app.getHttpServer().address();
    const person = new Client(`http://127.0.0.1:${port}`);
    await expectStatus(person.post('/api/auth/login', { email: emails[0], password: 'correct horse' }), 200);
    const { body } = await expectStatus(person.get('/api/polls'), 200);
    for (const { media: path } of body.polls) if (!absent.includes(path.slice(9))) expect([path, (await person.get(path)).status]).toEqual([path, 200]);
    const form = { question: 'Does writing go on?', options: ['Yes', 'No'] };
    const created = await expectStatus(person.post('/api/polls', form), 201);
    expect(created.body.id).toBeGreaterThan(Math.max(...body.polls.map(({ id }) => id)));
  }, 180_000);

  it('replaces only when told to, nothing while services run, and nothing when it fails', async () => {
    const { url, urls, media, target } = await empty();
    const backup = await openBackup(backupFolder);
    await putBack(target, backup, backupFolder, { replace: false });
    await rowsOf(url, "update auth.accounts set name = 'Somebody else'");
    await expect(putBack(target, backup, backupFolder, { replace: false })).rejects.toThrow('only with --replace');

    // As a restore leaves it that is killed half way: what was there before counts as there.
    await rowsOf(url, SERVICES.map((service) => `alter schema ${service} rename to ${service}_before_restore`).join(';'));
    await expect(putBack(target, backup, backupFolder, { replace: false })).rejects.toThrow('only with --replace');
    await rowsOf(url, SERVICES.map((service) => `drop schema ${service} cascade; alter schema ${service}_before_restore rename to ${service}`).join(';'));

    const busy = new pg.Client({ connectionString: urls.polls, application_name: 'inkling-polls' });
    await busy.connect();
    await expect(putBack(target, backup, backupFolder, { replace: true })).rejects.toThrow('stop the services first');
    await busy.end();

    const failing = { ...target, forgetEvents: () => Promise.reject(new Error('NATS is away')) };
    await expect(putBack(failing, backup, backupFolder, { replace: true })).rejects.toThrow('NATS is away');
    expect(await rowsOf(url, 'select distinct name from auth.accounts')).toEqual([{ name: 'Somebody else' }]);

    const other = join(media, 'zz', `zz${'0'.repeat(30)}.png`);
    await target.objects.write(`zz${'0'.repeat(30)}.png`, join(backupFolder, 'manifest.json'));
    expect((await putBack(target, backup, backupFolder, { replace: true })).removed).toBe(1);
    await expect(readFile(other)).rejects.toThrow('ENOENT');
    expect((await rowsOf(url, 'select name from auth.accounts')).length).toBe(PEOPLE);
    expect(await rowsOf(url, "select nspname from pg_namespace where nspname like '%before_restore'")).toEqual([]);

    const older = definitions.map((definition) => (definition.name === 'polls' ? { ...definition, migrations: definition.migrations.slice(0, -1) } : definition));
    await expect(putBack({ ...target, definitions: older }, backup, backupFolder, { replace: true })).rejects.toThrow('newer version');
  }, 120_000);

  it('tells a damaged backup from a whole one', async () => {
    const table = join(backupFolder, manifest.database.tables[0].file);
    const whole = await readFile(table);
    await appendFile(table, 'x');
    await expect(openBackup(backupFolder)).rejects.toThrow('missing or damaged');
    await writeFile(table, whole);
    const { objects } = await openBackup(backupFolder);
    const [key] = [...objects.keys()];
    const object = join(backupFolder, 'objects', key.slice(0, 2), key);
    const bytes = await readFile(object);
    await truncate(object, 10);
    await expect(openBackup(backupFolder)).rejects.toThrow(key);
    await writeFile(object, bytes);
    const text = await readFile(join(backupFolder, 'manifest.json'), 'utf8');
    await writeFile(join(backupFolder, 'manifest.json'), text.replace(/"rows": \d+/, '"rows": 0'));
    await expect(openBackup(backupFolder)).rejects.toThrow('manifest.json is damaged');
    await rm(join(backupFolder, 'manifest.json'));
    await expect(openBackup(backupFolder)).rejects.toThrow('no complete backup');
  });
});
