import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, copyFile, mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import sharp from 'sharp';
import { SERVICES, adminRpc } from '@inkling/contracts';
import { Nats, RpcClient, startService } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { Api, Client, expectStatus } from '../../e2e/api/api.spec-support.js';
import { startedAt } from '../local/process-identity.mjs';
import { applications } from '../nats/permissions.mts';
import { testDatabaseUrl } from '../test/shared-postgres.mts';
import { inconsistencies } from './consistency.mts';
import { envelopeFor, envelopeFrom, makeKey } from './envelope.mts';
import { BackupFiles } from './files.mts';
import { openBackup } from './manifest.mts';
import { migrate } from './migrations.mts';
import { folderOfObjects } from './object-stores.mts';
import { putObjects } from './objects.mts';
import { restoreBackup } from './restore-backup.mts';
import { fitToDatabase } from './recovered.mts';
import { openScratch } from './scratch.mts';
import { takeBackup } from './take.mts';
import { verifyBackup } from './verify.mts';

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

/** Queries of original rows, each with queries of projections that must give the same. */
const AGREE = [
  [
    'select id::int, name, username from auth.accounts order by id',
    [
      'select user_id::int as id, name, username from social.profiles order by 1',
      'select user_id::int as id, name, username from search.user_documents order by 1',
      'select user_id::int as id, name, username from notifications.profiles order by 1',
    ],
  ],
  [
    `select p.id::int, c.votes_count as votes from polls.polls p join polls.poll_counters c on c.poll_id = p.id
     where deleted_at is null order by 1`,
    ['select poll_id::int as id, votes_count::int as votes from search.poll_documents where not deleted order by 1'],
  ],
  // An author's own vote makes no notification.
  [
    `select p.id::int, count(*)::int as votes from polls.polls p join polls.votes v on v.poll_id = p.id
     where deleted_at is null and v.user_id <> p.author_id group by p.id order by 1`,
    ["select object_id::int as id, count as votes from notifications.notices where kind = 'vote' order by 1"],
  ],
];

describe('a backup', () => {
  const folders = [];
  const stops = [];
  let definitions;
  let backupFolder;
  let keyFile;
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
    keyFile = join(await folder('key'), 'key.txt');
    const envelope = await envelopeFor([await makeKey(keyFile)]);
    const api = await Api.start();
    try {
      const people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => api.person(`Person ${index}`)));
      const teal = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
        .jpeg()
        .toBuffer();
      let stopped = false;
      let rounds = 0;
      const traffic = people.map(async (person, at) => {
        for (let index = 0; !stopped; index++) {
          const form = new FormData();
          for (const [name, value] of Object.entries({
            question: `Back\\slash \\N ${index}, “by” ${at}?`,
            options: '["Yes","No"]',
            visibility: 'public',
          }))
            form.set(name, value);
          form.set('media', new Blob([teal]), 'teal.jpg');
          const { body: poll } = await expectStatus(person.send('POST', '/api/polls', form), 201);
          await Promise.all(
            people.map((voter, choice) => voter.post('/api/votes', { pollId: poll.id, optionIndex: choice % 2 })),
          );
          await people[(at + 1) % PEOPLE].post('/api/comments', {
            pollId: poll.id,
            content: 'A \\N, a \\\\t and\na line',
          });
          await person.post('/api/follows', {
            followingId: people[(at + 1 + (index % (PEOPLE - 1))) % PEOPLE].user.id,
          });
          if (index % 3 === 2) await person.send('DELETE', `/api/polls/${String(poll.id)}`);
          rounds += 1;
        }
      });
      await eventually(() => rounds >= PEOPLE * 2, { timeoutMs: 30_000 });
      const before = rounds;
      const client = await connectTo(api.stack.databaseUrl);
      // Beside those that the migrations make.
      await client.query(
        'create table polls.votes_3000000 partition of polls.votes for values from (3000000) to (4000000)',
      );
      const source = { client, objects: folderOfObjects(api.mediaFolder), services: SERVICES };
      ({ manifest } = await takeBackup(source, new BackupFiles(backupFolder, envelope)));
      await client.end();
      await eventually(() => rounds > before, { timeoutMs: 30_000 });
      stopped = true;
      await Promise.all(traffic);
      inUseAtTheEnd = (
        await rowsOf(
          api.stack.databaseUrl,
          'select substr(media, 10) as key from polls.polls where media is not null and deleted_at is null',
        )
      ).map(({ key }) => key);
      emails = (await rowsOf(api.stack.databaseUrl, 'select email from auth.accounts order by id')).map(
        ({ email }) => email,
      );
    } finally {
      await api.stop();
    }
  }, 180_000);
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    await Promise.all(folders.map((path) => rm(path, { recursive: true, force: true })));
  });

  const open = async () => openBackup(backupFolder, await envelopeFrom(keyFile));

  /** An installation with nothing in it. */
  async function empty() {
    const { createTestDatabase } = await import('../test/stack-support.mjs');
    const { prepareDatabase } = await import('../local/databases.mts');
    const database = await createTestDatabase(SERVICES);
    stops.push(() => database.drop());
    const passwords = Object.fromEntries(
      SERVICES.map((name) => [name, decodeURIComponent(new URL(database.urls[name]).password)]),
    );
    const media = await folder('media');
    return {
      url: database.ownerUrl,
      urls: database.urls,
      media,
      target: {
        connect: () => connectTo(database.ownerUrl),
        prepare: () => prepareDatabase(database.ownerUrl, passwords),
        objects: folderOfObjects(media),
        definitions,
        deleteEvents: async () => undefined,
      },
    };
  }

  it('is of one moment, with every object that rows name then', async () => {
    const of = (name) => manifest.database.tables.find(({ schema, table }) => `${schema}.${table}` === name);
    expect(of('auth.accounts').rows).toBe(PEOPLE);
    expect(of('polls.polls').rows).toBeGreaterThanOrEqual(PEOPLE * 2);
    const { objects } = await open();
    expect(manifest.objects.count).toBe(objects.size);
    expect(objects.size).toBeGreaterThan(0);
    // Only what was deleted in the moment between being seen and being copied.
    expect(manifest.objects.missing.filter((key) => inUseAtTheEnd.includes(key))).toEqual([]);
    const [key, { sha256 }] = [...objects][0];
    expect(
      createHash('sha256')
        .update(await readFile(join(backupFolder, 'objects', key.slice(0, 2), `${key}.age`)))
        .digest('hex'),
    ).toBe(sha256);
    await expect(takeBackup({}, new BackupFiles(backupFolder))).rejects.toThrow('is not empty');
  });

  it('brings everything back after a loss: rows, objects, pending events, and correct counters', async () => {
    const { url, urls, media, target } = await empty();
    const { tables, absent } = await restoreBackup(target, await open(), { replace: false });
    expect(tables.filter(({ rows, expected }) => rows !== expected)).toEqual([]);
    expect(absent).toEqual(manifest.objects.missing);
    const stored = (await readdir(media, { recursive: true })).filter((name) => /\.\w+$/.test(name));
    expect(stored.length).toBe(manifest.objects.count);

    // The partition that only the backup has belongs to the service, as the others.
    expect(
      await rowsOf(
        url,
        `select distinct tableowner from pg_tables where schemaname = 'polls' and tablename ~ '^votes'`,
      ),
    ).toHaveLength(1);

    // What has been restored makes the same backup again, row for row, but for the marks that a restore moves.
    const [owner, another] = [await connectTo(url), await folder('again')];
    const source = { client: owner, objects: folderOfObjects(media), services: SERVICES };
    const again = await takeBackup(source, new BackupFiles(another));
    await owner.end();
    const rowsIn = async ({ files }, { schema, table }) => {
      const parts = await files.read(`database/${schema}.${table}.copy.gz`).toArray();
      return gunzipSync(Buffer.concat(parts)).toString().split('\n').sort();
    };
    const first = await open();
    for (const { schema, table } of manifest.database.tables) {
      const name = { schema, table };
      if (['inbox', 'outbox'].includes(table)) continue;
      expect([name, await rowsIn(again, name)]).toEqual([name, await rowsIn(first, name)]);
    }
    const sizes = ({ objects }) => Object.fromEntries([...objects].map(([key, { size }]) => [key, size]));
    expect(sizes(again)).toEqual(sizes(first));
    expect(again.manifest.database.sequences).toEqual(manifest.database.sequences);

    const { createTestNats } = await import('../test/stack-support.mjs');
    const nats = await createTestNats();
    stops.push(() => nats.remove());
    const common = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SESSION_SECRET: 'a secret of at least 32 characters, for tests',
      NATS_URL: nats.url,
      WEB_ROOT: 'none',
      HTTP_PORT: '0',
      MEDIA_DIR: media,
    };
    const running = await Promise.all(
      (await applications()).map((definition) =>
        startService(definition, {
          env: { ...common, ...(urls[definition.name] ? { DATABASE_URL: urls[definition.name] } : {}) },
        }),
      ),
    );
    stops.push(() => Promise.all(running.map((service) => service.stop())));
    const client = await Nats.connect({ servers: nats.url, name: 'spec' });
    const rpc = new RpcClient(client);
    stops.push(async () => {
      rpc.onApplicationShutdown();
      await client.connection.close();
    });

    await eventually(
      async () => {
        for (const [truth, copies] of AGREE) {
          const expected = await rowsOf(url, truth);
          for (const copy of copies) expect(await rowsOf(url, copy)).toEqual(expected);
        }
      },
      { timeoutMs: 90_000, intervalMs: 200 },
    );
    for (const service of SERVICES)
      await eventually(async () =>
        expect(await rowsOf(url, `select 1 from ${service}.outbox where published_at is null limit 1`)).toEqual([]),
      );
    for (const recount of [adminRpc.recountPolls, adminRpc.recountFollows, adminRpc.recountNotifications])
      expect(await rpc.call(recount, {})).toMatchObject({ corrected: 0 });
    for (const service of SERVICES) expect(await rowsOf(url, `select * from ${service}.dead_letters`)).toEqual([]);

    const { port } = running
      .find(({ name }) => name === 'gateway')
      .app.getHttpServer()
      .address();
    const person = new Client(`http://127.0.0.1:${port}`);
    await expectStatus(person.post('/api/auth/login', { email: emails[0], password: 'correct horse' }), 200);
    const { body } = await expectStatus(person.get('/api/polls'), 200);
    for (const { media: path } of body.polls)
      if (!absent.includes(path.slice(9))) expect([path, (await person.get(path)).status]).toEqual([path, 200]);
    const form = { question: 'Does writing go on?', options: ['Yes', 'No'] };
    const created = await expectStatus(person.post('/api/polls', form), 201);
    expect(created.body.id).toBeGreaterThan(Math.max(...body.polls.map(({ id }) => id)));
  }, 180_000);

  it('replaces data only with --replace, never while services run, and not when the restore fails', async () => {
    const { url, urls, media, target } = await empty();
    const backup = await open();
    const other = join(media, 'zz', `zz${'0'.repeat(30)}.png`);
    await target.objects.write(`zz${'0'.repeat(30)}.png`, () => Readable.from(['a picture']), 9);
    // Without --replace nothing is removed from a store that outlived its database.
    expect((await restoreBackup(target, backup, { replace: false })).removed).toBe(0);
    expect(await readFile(other, 'utf8')).toBe('a picture');
    await rowsOf(url, "update auth.accounts set name = 'Somebody else'");
    await expect(restoreBackup(target, backup, { replace: false })).rejects.toThrow('only with --replace');

    // What a killed restore leaves behind: the old data is still there, under another name.
    await rowsOf(
      url,
      SERVICES.map((service) => `alter schema ${service} rename to ${service}_before_restore`).join(';'),
    );
    await expect(restoreBackup(target, backup, { replace: false })).rejects.toThrow('only with --replace');
    await rowsOf(
      url,
      SERVICES.map(
        (service) => `drop schema ${service} cascade; alter schema ${service}_before_restore rename to ${service}`,
      ).join(';'),
    );

    const busy = new pg.Client({ connectionString: urls.polls, application_name: 'inkling-polls' });
    await busy.connect();
    await expect(restoreBackup(target, backup, { replace: true })).rejects.toThrow('stop the services first');
    await busy.end();

    const failing = { ...target, deleteEvents: () => Promise.reject(new Error('NATS is away')) };
    await expect(restoreBackup(failing, backup, { replace: true })).rejects.toThrow('NATS is away');
    expect(await rowsOf(url, 'select distinct name from auth.accounts')).toEqual([{ name: 'Somebody else' }]);

    expect((await restoreBackup(target, backup, { replace: true })).removed).toBe(1);
    await expect(readFile(other)).rejects.toThrow('ENOENT');
    expect((await rowsOf(url, 'select name from auth.accounts')).length).toBe(PEOPLE);
    expect(await rowsOf(url, "select nspname from pg_namespace where nspname like '%before_restore'")).toEqual([]);

    const older = definitions.map((definition) =>
      definition.name === 'polls' ? { ...definition, migrations: definition.migrations.slice(0, -1) } : definition,
    );
    await expect(restoreBackup({ ...target, definitions: older }, backup, { replace: true })).rejects.toThrow(
      'newer version',
    );
  }, 120_000);

  it('is refused when it is damaged', async () => {
    const { objects } = await open();
    const [key, otherKey] = [...objects.keys()].map((name) => join('objects', name.slice(0, 2), `${name}.age`));
    const [table, otherTable] = manifest.database.tables.filter(({ rows }) => rows > 0).map(({ file }) => file);
    const at = (file) => join(backupFolder, file);
    const replaceIn = async (file, from, to) =>
      writeFile(at(file), (await readFile(at(file), 'utf8')).replace(from, to));
    /** What happens to a file, and what the report says about that file. */
    const cases = [
      [table, () => appendFile(at(table), 'x'), `${table} is missing or damaged`],
      [table, () => rm(at(table)), `${table} is missing or damaged`],
      [table, () => copyFile(at(otherTable), at(table)), `${table} is missing or damaged`],
      [key, () => truncate(at(key), 10), basename(key, '.age')],
      [key, () => copyFile(at(otherKey), at(key)), basename(key, '.age')],
      ['objects.jsonl.age', () => truncate(at('objects.jsonl.age'), 60), 'objects.jsonl.age is missing or damaged'],
      ['manifest.json.age', () => truncate(at('manifest.json.age'), 300), 'manifest.json.age is missing or damaged'],
      ['manifest.json.age', () => rm(at('manifest.json.age')), 'manifest.json.age is missing or damaged'],
      ['manifest.json', () => replaceIn('manifest.json', /"rows": \d+/, '"rows": 987654'), 'manifest.json is damaged'],
      ['manifest.json', () => rm(at('manifest.json')), 'no complete backup'],
    ];
    for (const [file, damage, message] of cases) {
      const whole = await readFile(at(file));
      await damage();
      await expect(open()).rejects.toThrow(message);
      await writeFile(at(file), whole);
    }
    await open();
  });

  it('is read with its own key alone', async () => {
    const stranger = join(await folder('stranger'), 'key.txt');
    await makeKey(stranger);
    await expect(openBackup(backupFolder, await envelopeFrom(stranger))).rejects.toThrow('does not open this backup');
    await expect(openBackup(backupFolder)).rejects.toThrow('give its key by --identity');
    // Somebody who can write to the storage and computes checksums still cannot replace the manifest.
    const path = join(backupFolder, 'manifest.json');
    const whole = await readFile(path, 'utf8');
    const { manifest: changed } = JSON.parse(whole);
    changed.database.tables[0].rows += 1;
    const sha256 = createHash('sha256').update(JSON.stringify(changed)).digest('hex');
    await writeFile(path, JSON.stringify({ sha256, manifest: changed }));
    await expect(open()).rejects.toThrow('has been changed');
    await writeFile(path, whole);
  });

  describe('when it is tried', () => {
    const tryOn = async (scratch, alter = async () => undefined) => {
      try {
        await alter(scratch);
        return await verifyBackup(await open(), { definitions, scratch });
      } finally {
        await scratch.close();
      }
    };
    const onServer = async () => openScratch({ services: SERVICES, url: await testDatabaseUrl(), folder: '', room: 0 });
    const databases = async () => {
      const url = new URL(await testDatabaseUrl());
      url.pathname = '/postgres';
      const rows = await rowsOf(url.href, "select datname from pg_database where datname like 'inkling_verify_%'");
      return rows.map(({ datname }) => datname);
    };

    it('is found equal, on a new PostgreSQL and on an existing one', async () => {
      const scratch = await folder('scratch');
      const own = await openScratch({ services: SERVICES, folder: scratch, room: 1e6 });
      const rows = manifest.database.tables.reduce((sum, table) => sum + table.rows, 0);
      expect(await tryOn(own)).toEqual({
        tables: manifest.database.tables.length,
        rows,
        objects: manifest.objects.count,
      });
      expect(await readdir(scratch)).toEqual([]);
      expect(await tryOn(await onServer())).toMatchObject({ rows });
      expect(await databases()).toEqual([]);
    });

    it('is compared with what its rows name and count', async () => {
      const { objects } = await open();
      const [key] = objects.keys();
      const broken = async () => {
        const backup = await open();
        backup.objects.delete(key);
        return backup;
      };
      const scratch = await onServer();
      const verified = verifyBackup(await broken(), { definitions, scratch });
      await expect(verified).rejects.toMatchObject({
        detail: expect.stringContaining(`the object ${key}, which is not`),
      });
      // The same tables, which live votes would have left like this.
      const { client } = scratch;
      expect(await inconsistencies(client, SERVICES)).toEqual([]);
      await client.query('delete from polls.votes where ctid = (select min(ctid) from polls.votes)');
      await client.query('delete from auth.accounts where email = $1', [emails[0]]);
      await client.query("select setval('polls.polls_id_seq', 1)");
      expect(await inconsistencies(client, SERVICES)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^votes of polls: 1 wrong/),
          expect.stringMatching(/^polls\.votes\.user_id without auth\.accounts: \d+ wrong/),
          expect.stringMatching(/^polls\.polls_id_seq is behind polls\.polls: /),
        ]),
      );
      await scratch.close();
    });

    it('lets the events fit a database that went back by other means', async () => {
      const scratch = await onServer();
      try {
        await verifyBackup(await open(), { definitions, scratch });
        const url = await scratch.urlFor('auth');
        const store = folderOfObjects(await folder('some'));
        const { objects, files } = await open();
        const [gone] = objects.keys();
        objects.delete(gone);
        await putObjects(store, files, objects);
        let forgotten = 0;
        const installation = {
          connect: () => connectTo(url),
          objects: store,
          deleteEvents: async () => void (forgotten += 1),
        };
        const { moment, wrong, absent } = await fitToDatabase(installation, SERVICES);
        expect([wrong, forgotten]).toEqual([[], 1]);
        expect(new Set(absent)).toEqual(new Set([...manifest.objects.missing, gone]));
        // A row may have come between the beginning of the backup's transaction and what that saw.
        expect(Date.parse(moment)).toBeLessThanOrEqual(Date.parse(manifest.finishedAt));
        for (const service of SERVICES)
          expect(await rowsOf(url, `select 1 from ${service}.outbox where published_at is not null`)).toEqual([]);
      } finally {
        await scratch.close();
      }
    });

    it('is refused when a table holds other values than its file', async () => {
      const scratch = await onServer();
      // Rows are altered while they are read, as a fault of the disk would do.
      const spoil = `create function spoil() returns trigger language plpgsql as
        $$ begin new.content := new.content || '!'; return new; end $$`;
      const { migrations } = manifest.database;
      for (const { name, ...definition } of definitions)
        await migrate({ name, ...definition }, await scratch.urlFor(name), migrations[name]);
      await scratch.client.query(
        `${spoil}; create trigger spoil before insert on polls.comments for each row execute function spoil()`,
      );
      await expect(tryOn(scratch)).rejects.toMatchObject({ detail: 'polls.comments holds other values than its file' });
    });

    it('leaves nothing behind when the trial is killed and another one follows', async () => {
      const scratch = await folder('killed');
      const program = `
        const { openScratch } = await import(${JSON.stringify(join(import.meta.dirname, 'scratch.mts'))});
        const services = [];
        await openScratch({ services, folder: ${JSON.stringify(scratch)}, room: 1 });
        await openScratch({ services, url: ${JSON.stringify(await testDatabaseUrl())} });
        process.kill(process.pid, 'SIGKILL');`;
      await expect(promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])).rejects.toMatchObject(
        { signal: 'SIGKILL' },
      );
      const [left] = await readdir(scratch);
      const [pid] = (await readFile(join(scratch, left, 'postgres/postmaster.pid'), 'utf8')).split('\n');
      expect(await databases()).toHaveLength(1);
      await (await openScratch({ services: [], folder: scratch, room: 1 })).close();
      expect(await readdir(scratch)).toEqual([]);
      expect(startedAt(Number(pid))).toBeUndefined();
      // Its session ends when the server notices.
      await eventually(async () => {
        await (await onServer()).close();
        expect(await databases()).toEqual([]);
      });
    });

    it('is not tried where there is no room for it', async () => {
      const none = openScratch({ services: [], folder: await folder('full'), room: 1e18 });
      await expect(none).rejects.toThrow('are free: give another folder by --scratch');
    });
  });
});
