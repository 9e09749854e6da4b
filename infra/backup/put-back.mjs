import { LaunchFailure } from '../local/failure.mjs';
import { countRows, loadDatabase, namedObjects } from './database.mjs';
import { migrate, obstacle } from './migrations.mjs';
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
 * @param {import('./manifest.mjs').OpenBackup} backup
 * @param {{ replace: boolean, report?: (line: string) => void }} options
 * @returns {Promise<{ tables: { schema: string, table: string, rows: number, expected: number }[], objects: number,
 *   absent: string[], removed: number }>}
 *   `absent`: objects that rows name and that the backup does not have
 * @throws {LaunchFailure} when something runs or is there already; any failure leaves the databases as they were
 */
export async function putBack(target, { manifest, objects, files }, { replace, report = () => {} }) {
  const services = Object.keys(manifest.database.migrations);
  const reason = obstacle(manifest.database.migrations, target.definitions);
  if (reason) throw new LaunchFailure(reason);
  await target.prepare();
  const client = await target.connect();
  try {
    await refuseWhileRunning(client);
    const held = await holds(client, services);
    if (held && !replace)
      throw new LaunchFailure(`There is data already (${held}). It is replaced only with --replace.`);
    await setAside(client, services);
    let tables;
    try {
      const urls = await target.prepare();
      report('Making the tables ...');
      for (const definition of target.definitions)
        await migrate(definition, urls[definition.name], manifest.database.migrations[definition.name]);
      report('Reading the rows ...');
      const counts = await loadDatabase(client, manifest.database, files);
      tables = counts.map((count, index) => ({ ...count, expected: manifest.database.tables[index].rows }));
      const wrong = tables.find(({ rows, expected }) => rows !== expected);
      if (wrong)
        throw new Error(`${wrong.schema}.${wrong.table} has ${wrong.rows} rows, and the backup ${wrong.expected}`);
      report('Storing the objects ...');
      const { present } = await putObjects(target.objects, files, objects);
      if (present !== objects.size)
        throw new Error(`${objects.size - present} objects are not in ${target.objects.name}`);
      await target.forgetEvents();
    } catch (error) {
      await bringBack(client, services).catch((cause) =>
        report(`What was there is in the schemas *${ASIDE}: ${cause.message}`),
      );
      throw error;
    }
    await dropAside(client, services);
    const absent = (await namedObjects(client)).filter((key) => !objects.has(key)).sort();
    // Without --replace nothing that is there goes: the gateway's sweep takes out what no row names.
    const removed = replace ? await removeOthers(target.objects, objects) : 0;
    return { tables, objects: objects.size, absent, removed };
  } finally {
    await client.end();
  }
}

/** @param {import('pg').Client} client @throws {LaunchFailure} when a service is connected */
export async function refuseWhileRunning(client) {
  const { rows } = await client.query(
    `select distinct application_name as name from pg_stat_activity where datname = current_database() and application_name like 'inkling-%' and pid <> pg_backend_pid()`,
  );
  if (rows.length > 0)
    throw new LaunchFailure(`${rows.map(({ name }) => name).join(', ')} are connected: stop the services first.`);
}

/** @returns {Promise<string | undefined>} a table with rows in it, also one that a killed restore left aside */
async function holds(client, services) {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1) and c.relkind = 'r' and c.relname <> 'migrations'`,
    [services.flatMap((service) => [service, service + ASIDE])],
  );
  for (const table of rows) {
    const [{ rows: count }] = await countRows(client, [table]);
    if (count > 0) return `${table.schema}.${table.table}: ${count} rows`;
  }
  return undefined;
}

const exists = async (client, schema) =>
  (await client.query('select from pg_namespace where nspname = $1', [schema])).rowCount > 0;

/** The old schemas stay under another name until the new ones are right. */
const setAside = (client, services) =>
  together(client, async () => {
    for (const service of services) {
      // Left by a restore that was killed: what is under the service's own name is half a backup, and this is what was
      // there before.
      if (await exists(client, service + ASIDE))
        await client.query(`drop schema if exists ${client.escapeIdentifier(service)} cascade`);
      else if (await exists(client, service))
        await client.query(
          `alter schema ${client.escapeIdentifier(service)} rename to ${client.escapeIdentifier(service + ASIDE)}`,
        );
    }
  });

const bringBack = (client, services) =>
  together(client, async () => {
    for (const service of services) {
      if (!(await exists(client, service + ASIDE))) continue;
      await client.query(`drop schema if exists ${client.escapeIdentifier(service)} cascade`);
      await client.query(
        `alter schema ${client.escapeIdentifier(service + ASIDE)} rename to ${client.escapeIdentifier(service)}`,
      );
    }
  });

const dropAside = (client, services) =>
  together(client, async () => {
    for (const service of services)
      await client.query(`drop schema if exists ${client.escapeIdentifier(service + ASIDE)} cascade`);
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
