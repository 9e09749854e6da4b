import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabaseUrl } from '../test/shared-postgres.mts';
import { createTestDatabase } from '../test/stack-support.mjs';
import { prepareDatabase } from './databases.mts';
import { ROOT } from './paths.mjs';
import { connect } from './postgres.mts';

/** What connecting to another database of the same server comes to: `ok`, or PostgreSQL's code of the refusal. */
async function outcomeOf(url, database) {
  const target = new URL(url);
  target.pathname = `/${database}`;
  try {
    const client = await connect(target.href);
    await client.end();
    return 'ok';
  } catch (error) {
    return error.code;
  }
}

describe('a server of the product’s own', () => {
  const suffix = randomBytes(4).toString('hex');
  const monitor = `monitor_${suffix}`;
  let database;
  let admin;
  let server;
  beforeAll(async () => {
    server = new URL(await testDatabaseUrl());
    database = await createTestDatabase(['polls', 'search']);
    server.pathname = '/postgres';
    admin = await connect(server.href);
    await admin.query(`create role ${monitor} login password 'spec' in role pg_monitor`);
  });
  afterAll(async () => {
    await admin.query(`drop role ${monitor}`);
    await admin.end();
    await database.drop();
  });

  it('lets its services into their own database alone', async () => {
    const { urls } = database;
    const own = new URL(urls.polls).pathname.slice(1);
    expect(await outcomeOf(urls.polls, own)).toBe('ok');
    expect(await outcomeOf(urls.polls, 'postgres')).toBe('42501');
    expect(await outcomeOf(urls.search, 'template1')).toBe('42501');
    expect(await outcomeOf(urls.search, 'template0')).not.toBe('ok');
  });

  it('still lets in what watches it, and its owner', async () => {
    const watching = new URL(server);
    watching.username = monitor;
    watching.password = 'spec';
    expect(await outcomeOf(watching.href, 'postgres')).toBe('ok');
    expect(await outcomeOf(watching.href, 'template1')).toBe('42501');
    expect(await outcomeOf(server.href, 'template1')).toBe('ok');
  });

  it('has a role for what watches it, which reads figures and no table', async () => {
    const text = await readFile(join(ROOT, 'infra/postgres/watch.sql'), 'utf8');
    const watching = new URL(server);
    watching.username = 'inkling_watch';
    for (const password of ['first', 'second']) {
      await admin.query(`select set_config('inkling.password', $1, false)`, [password]);
      await admin.query(text);
      watching.password = password;
      expect(await outcomeOf(watching.href, 'postgres')).toBe('ok');
    }
    const client = await connect(watching.href);
    try {
      expect((await client.query('select archived_count from pg_stat_archiver')).rowCount).toBe(1);
      expect(
        (await client.query("select usename from pg_stat_activity where usename <> 'inkling_watch'")).rowCount,
      ).toBeGreaterThan(0);
      await expect(client.query('select * from pg_authid')).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
      await admin.query('drop role inkling_watch');
    }
    expect(await outcomeOf(watching.href, 'template1')).not.toBe('ok');
  });

  it('gives no service all of its connections', async () => {
    const sql = await readFile(join(ROOT, 'infra/postgres/limits.sql'), 'utf8');
    const name = `spec_${suffix}`;
    await admin.query(`create role inkling_${name}`);
    try {
      await admin.query(`select set_config('inkling.service', $1, false)`, [name]);
      for (let times = 0; times < 2; times += 1) await admin.query(sql);
      const { rows } = await admin.query(
        `select rolconnlimit as limit, current_setting('max_connections')::integer as most from pg_roles where rolname = $1`,
        [`inkling_${name}`],
      );
      expect(rows).toEqual([{ limit: (rows[0].most * 2) / 5, most: rows[0].most }]);
    } finally {
      await admin.query(`drop role inkling_${name}`);
    }
  });

  it('is prepared again without a change', async () => {
    const grants = async () =>
      (await admin.query('select datname, datacl::text, xmin::text from pg_database order by datname')).rows;
    const before = (await grants()).filter(({ datname }) => ['postgres', 'template1'].includes(datname));
    // The role is the whole server's, and others use it with this password meanwhile.
    const polls = decodeURIComponent(new URL(database.urls.polls).password);
    await prepareDatabase(database.ownerUrl, { polls }, { ownServer: true });
    expect((await grants()).filter(({ datname }) => ['postgres', 'template1'].includes(datname))).toEqual(before);
  });
});

describe('an owner that is no superuser', () => {
  const ids = [];
  let admin;
  let server;
  beforeAll(async () => {
    server = new URL(await testDatabaseUrl());
    server.pathname = '/postgres';
    admin = await connect(server.href);
  });
  afterAll(async () => {
    for (const id of ids) {
      await admin.query(`drop database if exists owner_${id} with (force)`);
      await admin.query(`drop role if exists inkling_spec_${id}`);
      await admin.query(`revoke connect on database postgres from owner_${id}`);
      await admin.query(`drop role if exists owner_${id}`);
    }
    await admin.end();
  });

  /** An owner that may make roles, with a database; resolves to both URLs' parts. */
  async function owned() {
    const id = randomBytes(4).toString('hex');
    ids.push(id);
    const [owner, service] = [`owner_${id}`, `spec_${id}`];
    await admin.query(`create role ${owner} login createrole password 'spec'`);
    await admin.query(`create database ${owner} owner ${owner} template template0`);
    await admin.query(`grant connect on database postgres to ${owner}`);
    const url = new URL(server);
    [url.username, url.password, url.pathname] = [owner, 'spec', `/${owner}`];
    return { owner, service, url };
  }
  async function prepareTwice({ service, url }, options) {
    for (let time = 0; time < 2; time += 1) {
      const urls = await prepareDatabase(url.href, { [service]: 'spec' }, options);
      const client = await connect(urls[service]);
      const { rows } = await client.query('select current_schema() as schema, current_user as role');
      await client.query('create table of_its_own (id int)');
      await client.query('drop table of_its_own');
      await client.end();
      expect(rows).toEqual([{ schema: service, role: `inkling_${service}` }]);
    }
  }

  it('may prepare a database where it may make roles', async () => {
    await prepareTwice(await owned());
  });

  it('may go on with what a superuser has prepared, once it administers the roles', async () => {
    const { owner, service, url } = await owned();
    const asSuperuser = new URL(server);
    asSuperuser.pathname = url.pathname;
    await prepareDatabase(asSuperuser.href, { [service]: 'before' }, { ownServer: true });
    await admin.query(`grant inkling_${service} to ${owner} with admin option`);
    await prepareTwice({ service, url }, { ownServer: true });
  });
});
