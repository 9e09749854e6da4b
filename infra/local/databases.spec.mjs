import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabaseUrl } from '../test/shared-postgres.mts';
import { createTestDatabase } from '../test/stack-support.mjs';
import { prepareDatabase } from './databases.mts';
import { ROOT } from './paths.mjs';
import { connect } from './postgres.mts';

/** The result of connecting to another database of the same server: `ok`, or PostgreSQL's error code. */
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

describe('the product’s own server', () => {
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

  it('lets its services connect only to their own database', async () => {
    const { urls } = database;
    const own = new URL(urls.polls).pathname.slice(1);
    expect(await outcomeOf(urls.polls, own)).toBe('ok');
    expect(await outcomeOf(urls.polls, 'postgres')).toBe('42501');
    expect(await outcomeOf(urls.search, 'template1')).toBe('42501');
    expect(await outcomeOf(urls.search, 'template0')).not.toBe('ok');
  });

  it('still accepts its owner and the monitoring role', async () => {
    const watching = new URL(server);
    watching.username = monitor;
    watching.password = 'spec';
    expect(await outcomeOf(watching.href, 'postgres')).toBe('ok');
    expect(await outcomeOf(watching.href, 'template1')).toBe('42501');
    expect(await outcomeOf(server.href, 'template1')).toBe('ok');
  });

  it('has a monitoring role that reads statistics and no table', async () => {
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

  it('limits the connections of each service', async () => {
    const sql = await readFile(join(ROOT, 'infra/postgres/limits.sql'), 'utf8');
    const name = `spec_${suffix}`;
    await admin.query(`create role inkling_${name}`);
    try {
      await admin.query(`select set_config('inkling.service', $1, false)`, [name]);
      for (let times = 0; times < 2; times += 1) await admin.query(sql);
      const { rows } = await admin.query(
        `select rolconnlimit as limit, current_setting('max_connections')::integer as most
         from pg_roles where rolname = $1`,
        [`inkling_${name}`],
      );
      expect(rows).toEqual([{ limit: (rows[0].most * 2) / 5, most: rows[0].most }]);
    } finally {
      await admin.query(`drop role inkling_${name}`);
    }
  });

  it('does not change when prepared again', async () => {
    const grants = async () =>
      (await admin.query('select datname, datacl::text, xmin::text from pg_database order by datname')).rows;
    const before = (await grants()).filter(({ datname }) => ['postgres', 'template1'].includes(datname));
    // The role belongs to the whole server, and other specs use it with this password at the same time.
    const polls = decodeURIComponent(new URL(database.urls.polls).password);
    await prepareDatabase(database.ownerUrl, { polls }, { ownServer: true });
    expect((await grants()).filter(({ datname }) => ['postgres', 'template1'].includes(datname))).toEqual(before);
  });
});

describe('an owner that is not a superuser', () => {
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

  /** Creates an owner that may create roles, and a database. @returns the parts of both URLs */
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

  it('can prepare a database when it may create roles', async () => {
    await prepareTwice(await owned());
  });

  it('can continue on a superuser’s database, once it administers the roles', async () => {
    const { owner, service, url } = await owned();
    const asSuperuser = new URL(server);
    asSuperuser.pathname = url.pathname;
    await prepareDatabase(asSuperuser.href, { [service]: 'before' }, { ownServer: true });
    await admin.query(`grant inkling_${service} to ${owner} with admin option`);
    await prepareTwice({ service, url }, { ownServer: true });
  });
});
