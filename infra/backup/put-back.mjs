import { LaunchFailure } from '../local/failure.mjs';
import { countRows, loadDatabase, namedObjects } from './database.mjs';
import { putObjects, removeOthers } from './objects.mjs';

const ASIDE = '_before_restore';

/**
 * Puts a backup in the place of what a stopped installation has.
 * @param {object} target
 * @param {() => Promise<import('pg').Client>} target.connect as the owner
 * @param {() => Promise<Record<string, string>>} target.prepare makes roles and schemas; service -> its DATABASE_URL
 * @param {import('./object-stores.mjs').Objects} target.objects
 * @param {readonly import('@inkling/platform').ServiceDefinition[]} target.definitions of the services
 * @param {() => Promise<void>} target.forgetEvents removes what the event store holds
 * @param {{ manifest: import('./manifest.mjs').Manifest, objects: Map<string, { bytes: number, sha256: string }> }} backup
 * @param {string} folder of the backup
 * @param {{ replace: boolean, report?: (line: string) => void }} options
 * @returns {Promise<{ tables: { schema: string, table: string, rows: number, expected: number }[], objects: number, absent: string[], removed: number }>}
 *   `absent`: objects that rows name and that the backup does not have
 * @throws {LaunchFailure} when something runs or is there already; any failure leaves the databases as they were
 */
export async function putBack(target, { manifest, objects }, folder, { replace, report = () => {} }) {
  const services = Object.keys(manifest.database.migrations);
  checkVersion(manifest.database.migrations, target.definitions);
  await target.prepare();
  const client = await target.connect();
  try {
    await refuseWhileRunning(client);
    const held = await holds(client, services);
    if (held && !replace) throw new LaunchFailure(`There is data already (${held}). It is replaced only with --replace.`);
    await setAside(client, services);
    let tables;
    try {
      const urls = await target.prepare();
      report('Making the tables ...');
      await migrateAsThen(target.definitions, manifest.database.migrations, urls);
      report('Reading the rows ...');
      const counts = await loadDatabase(client, manifest.database, folder);
      tables = counts.map((count, index) => ({ ...count, expected: manifest.database.tables[index].rows }));
      const wrong = tables.find(({ rows, expected }) => rows !== expected);
      if (wrong) throw new Error(`${wrong.schema}.${wrong.table} has ${wrong.rows} rows, and the backup ${wrong.expected}`);
      report('Storing the objects ...');
      const { present } = await putObjects(target.objects, folder, objects);
      if (present !== objects.size) throw new Error(`${objects.size - present} objects are not in ${target.objects.name}`);
      await target.forgetEvents();
    } catch (error) {
      await bringBack(client, services).catch((cause) => report(`What was there is in the schemas *${ASIDE}: ${cause.message}`));
      throw error;
    }
    await dropAside(client, services);
    const absent = (await namedObjects(client)).filter((key) => !objects.has(key)).sort();
    const removed = await removeOthers(target.objects, objects);
    return { tables, objects: objects.size, absent, removed };
  } finally {
    await client.end();
  }
}

/** A newer version's tables cannot be made here; an older one's can, and its services migrate them when they start. */
function checkVersion(migrations, definitions) {
  for (const [service, names] of Object.entries(migrations)) {
    const definition = definitions.find(({ name }) => name === service);
    if (!definition) throw new LaunchFailure(`This version has no service ${service}, which the backup holds data of.`);
    const unknown = names.find((name) => !name.startsWith('Platform') && !definition.migrations.some((each) => each.name === name));
    if (unknown) throw new LaunchFailure(`The backup was made by a newer version: ${service} has no ${unknown} here.`);
  }
}

async function refuseWhileRunning(client) {
  const { rows } = await client.query(`select distinct application_name as name from pg_stat_activity where datname = current_database() and application_name like 'inkling-%' and pid <> pg_backend_pid()`);
  if (rows.length > 0) throw new LaunchFailure(`${rows.map(({ name }) => name).join(', ')} are connected: stop the services first.`);
}

/** @returns {Promise<string | undefined>} a table with rows in it, also one that a killed restore left aside */
async function holds(client, services) {
  const { rows } = await client.query(`select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1) and c.relkind = 'r' and c.relname <> 'migrations'`, [services.flatMap((service) => [service, service + ASIDE])]);
  for (const table of rows) {
    const [{ rows: count }] = await countRows(client, [table]);
    if (count > 0) return `${table.schema}.${table.table}: ${count} rows`;
  }
  return undefined;
}

const exists = async (client, schema) => (await client.query('select from pg_namespace where nspname = $1', [schema])).rowCount > 0;

/** The old schemas stay under another name until the new ones are right. */
const setAside = (client, services) =>
  together(client, async () => {
    for (const service of services) {
      // Left by a restore that was killed: what is under the service's own name is half a backup, and this is what was there before.
      if (await exists(client, service + ASIDE)) await client.query(`drop schema if exists ${client.escapeIdentifier(service)} cascade`);
      else if (await exists(client, service)) await client.query(`alter schema ${client.escapeIdentifier(service)} rename to ${client.escapeIdentifier(service + ASIDE)}`);
    }
  });

const bringBack = (client, services) =>
  together(client, async () => {
    for (const service of services) {
      if (!(await exists(client, service + ASIDE))) continue;
      await client.query(`drop schema if exists ${client.escapeIdentifier(service)} cascade`);
      await client.query(`alter schema ${client.escapeIdentifier(service + ASIDE)} rename to ${client.escapeIdentifier(service)}`);
    }
  });

const dropAside = (client, services) =>
  together(client, async () => {
    for (const service of services) await client.query(`drop schema if exists ${client.escapeIdentifier(service + ASIDE)} cascade`);
  });

/** All of it or none. */
async function together(client, work) {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Runs the migrations that had run when the backup was made, as each service's own role. */
async function migrateAsThen(definitions, migrations, urls) {
  const [{ migrateService }, { Logger }, { z }] = await Promise.all([import('@inkling/platform'), import('@nestjs/common'), import('zod')]);
  // Every step of every migration would hide what matters.
  Logger.overrideLogger(false);
  for (const definition of definitions) {
    const names = migrations[definition.name];
    const then = { ...definition, config: z.object({}), migrations: definition.migrations.filter(({ name }) => names.includes(name)) };
    await migrateService(then, { DATABASE_URL: urls[definition.name], NATS_URL: 'nats://unused', LOG_LEVEL: 'silent' });
  }
}
