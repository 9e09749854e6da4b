import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase, sharedPasswords } from '../local/databases.mts';
import { acquireNats } from '../local/nats-acquire.mts';
import { startNats } from '../local/nats.mts';
import { connect } from '../local/postgres.mts';
import { testDatabaseUrl } from './shared-postgres.mts';
import { createStackFolder, sweepForgottenStacks } from './stacks.mts';

/** For a server that checks no passwords. */
const ANY_PASSWORD = 'test';

/**
 * A fresh database with the same roles and schemas as the product's.
 * @param {readonly string[]} services
 * @param {import('./stack-support.d.mts').Content} [content] what it holds from the start
 * @param {string} [given] the superuser's URL of another server than the one that tests share
 */
export async function createTestDatabase(services, content, given) {
  const server = given ?? (await testDatabaseUrl());
  const passwords =
    sharedPasswords(server, services) ?? Object.fromEntries(services.map((name) => [name, ANY_PASSWORD]));
  const fresh = async () => {
    const ownerUrl = at(server, newName());
    return { ownerUrl, urls: await prepareDatabase(ownerUrl, passwords, { ownServer: true }) };
  };
  const { ownerUrl, urls } = content
    ? await copyOf(server, await filledOnce(server, content, fresh), passwords)
    : await fresh();
  const drop = () =>
    withConnection(at(server, 'postgres'), (client) =>
      client.query(`drop database if exists ${client.escapeIdentifier(nameOf(ownerUrl))} with (force)`),
    );
  return { ownerUrl, urls, drop };
}

/** The keeper of the tests' PostgreSQL drops databases with these names when it starts. */
const newName = () => `test_${randomBytes(8).toString('hex')}`;
const nameOf = (/** @type {string} */ url) => new URL(url).pathname.slice(1);
const at = (/** @type {string} */ server, /** @type {string} */ name) => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/**
 * @param {string} server
 * @param {import('./stack-support.d.mts').Content} content
 * @param {() => Promise<{ ownerUrl: string, urls: Record<string, string> }>} fresh
 * @returns name of a database with this content, which the first process that needs it makes for all
 */
async function filledOnce(server, { key, fill }, fresh) {
  const name = `test_template_${key}`;
  await withConnection(at(server, 'postgres'), async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const { ownerUrl, urls } = await fresh();
    await fill(urls);
    // Renamed at the end, so that a process that is killed leaves no half-filled one.
    const from = client.escapeIdentifier(nameOf(ownerUrl));
    await client.query(`alter database ${from} rename to ${client.escapeIdentifier(name)}`);
  });
  return name;
}

/** What `create database` does not copy: settings of roles in one database. */
const COPY_SETTINGS = `
  select format('alter role %s in database %I set %I to %L', setrole::regrole, $2::text,
    split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1)) as statement
  from pg_db_role_setting, unnest(setconfig) as setting
  where setdatabase = (select oid from pg_database where datname = $1) and setrole <> 0
    and setting not like 'search\\_path=%'`;

/**
 * @param {string} server
 * @param {string} template
 * @param {Record<string, string>} passwords
 */
async function copyOf(server, template, passwords) {
  const name = newName();
  await withConnection(at(server, 'postgres'), async (client) => {
    const [to, from] = [name, template].map((one) => client.escapeIdentifier(one));
    await client.query(`create database ${to} template ${from}`);
    const { rows } = await client.query(COPY_SETTINGS, [template, name]);
    for (const { statement } of rows) await client.query(statement);
  });
  const ownerUrl = at(server, name);
  return { ownerUrl, urls: await prepareDatabase(ownerUrl, passwords, { ownServer: true }) };
}

/**
 * @param {string} url
 * @param {(client: import('pg').Client) => Promise<unknown>} work
 */
async function withConnection(url, work) {
  const client = await connect(url);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A new NATS server with JetStream and its own folder. It can be stopped and started again on the same port.
 */
export async function createTestNats() {
  await sweepForgottenStacks();
  const { root, folders } = createStackFolder();
  const source = await acquireNats();
  const options = { source, folder: join(root, 'nats'), folders, durable: false };
  let server = await startNats(options);
  const { url, port } = server;
  return {
    url,
    stop: () => server.child.stop(),
    start: async () => {
      if (!server.child.running()) server = await startNats({ ...options, port });
    },
    lose: async () => {
      await server.child.stop();
      rmSync(options.folder, { recursive: true, force: true });
      server = await startNats({ ...options, port });
    },
    remove: async () => {
      await server.child.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
