import type { ServiceDefinition } from '@inkling/platform';
import type { Client } from 'pg';
import type { DeletionList } from './deletion-lists.mts';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { inTransaction, loadDatabase, namedObjects } from './database.mts';
import type { Installation } from './installations.mts';
import type { OpenBackup } from './manifest.mts';
import { migrate, obstacle } from './migrations.mts';
import { putObjects, removeOthers } from './objects.mts';
import { repeatDeletions, type Repeated } from './repeat-deletions.mts';
import { OLD, countRows, textOf, type TableName } from './tables.mts';

export interface Restored {
  tables: (TableName & { rows: number; expected: number })[];
  objects: number;
  /** Objects that rows name and that the backup does not have. */
  absent: string[];
  /** How many objects were there and are not in the backup. */
  removed: number;
  deletions: Repeated;
}

/**
 * Replaces what a stopped installation has by a backup.
 * @throws {LaunchFailure} when something runs or is there already; any failure leaves the databases as they were
 */
export async function restoreBackup(
  target: Pick<Installation, 'connect' | 'prepare' | 'objects' | 'deleteEvents'> & {
    /** Of the services. */
    definitions: readonly ServiceDefinition[];
  },
  { manifest: { database }, objects, files }: OpenBackup,
  {
    replace,
    lists = [],
    report = () => undefined,
  }: { replace: boolean; lists?: readonly DeletionList[]; report?: (line: string) => void },
): Promise<Restored> {
  const services = Object.keys(database.migrations);
  const reason = obstacle(database.migrations, target.definitions);
  if (reason) throw new LaunchFailure(reason);
  await target.prepare();
  const client = await target.connect();
  try {
    await refuseWhileRunning(client);
    const held = await firstRows(client, services);
    if (held && !replace)
      throw new LaunchFailure(`There is data already (${held}). It is replaced only with --replace.`);
    await renameToOld(client, services);
    let tables: Restored['tables'];
    let deletions: Repeated;
    try {
      const urls = await target.prepare();
      report('Making the tables ...');
      for (const definition of target.definitions)
        await migrate(definition, urls[definition.name], database.migrations[definition.name]);
      report('Reading the rows ...');
      const counts = await loadDatabase(client, database, files);
      tables = counts.map((count, index) => ({ ...count, expected: database.tables[index].rows }));
      const wrong = tables.find(({ rows, expected }) => rows !== expected);
      if (wrong) throw new Error(`${textOf(wrong)} has ${wrong.rows} rows, and the backup ${wrong.expected}`);
      deletions = await repeatDeletions(client, lists, database.snapshotAt);
      report('Storing the objects ...');
      const missing = objects.size - (await putObjects(target.objects, files, objects));
      if (missing !== 0) throw new Error(`${missing} objects are not in ${target.objects.name}`);
      await target.deleteEvents();
    } catch (error) {
      await renameBack(client, services).catch((cause) =>
        report(`What was there is in the schemas *${OLD}: ${reasonOf(cause)}`),
      );
      throw error;
    }
    await dropOld(client, services);
    const absent = (await namedObjects(client)).filter((key) => !objects.has(key)).sort();
    // Without --replace nothing that is there is removed: the gateway's sweep removes what no row names.
    const removed = replace ? await removeOthers(target.objects, objects) : 0;
    return { tables, objects: objects.size, absent, removed, deletions };
  } finally {
    await client.end();
  }
}

/** @throws {LaunchFailure} when a service is connected */
export async function refuseWhileRunning(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'inkling-%' and pid <> pg_backend_pid()`,
  );
  if (rows.length > 0)
    throw new LaunchFailure(`${rows.map(({ name }) => name).join(', ')} are connected: stop the services first.`);
}

/** @returns a table with rows in it, also one that a killed restore has renamed */
async function firstRows(client: Client, services: readonly string[]): Promise<string | undefined> {
  const { rows: tables } = await client.query<TableName>(
    `select n.nspname as schema, c.relname as table
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and c.relname <> 'migrations'`,
    [services.flatMap((service) => [service, service + OLD])],
  );
  for (const table of tables) {
    const [{ rows }] = await countRows(client, [table]);
    if (rows > 0) return `${textOf(table)}: ${rows} rows`;
  }
  return undefined;
}

const renameToOld = (client: Client, services: readonly string[]) =>
  inTransaction(client, async () => {
    for (const service of services) {
      // A killed restore has left the old schema. What has the service's own name is then half a backup.
      if (await exists(client, service + OLD)) await drop(client, service);
      else if (await exists(client, service)) await rename(client, service, service + OLD);
    }
  });

const renameBack = (client: Client, services: readonly string[]) =>
  inTransaction(client, async () => {
    for (const service of services) {
      if (!(await exists(client, service + OLD))) continue;
      await drop(client, service);
      await rename(client, service + OLD, service);
    }
  });

const dropOld = (client: Client, services: readonly string[]) =>
  inTransaction(client, async () => {
    for (const service of services) await drop(client, service + OLD);
  });

const exists = async (client: Client, schema: string) =>
  (await client.query('select from pg_namespace where nspname = $1', [schema])).rowCount === 1;
const drop = (client: Client, schema: string) =>
  client.query(`drop schema if exists ${client.escapeIdentifier(schema)} cascade`);
const rename = (client: Client, schema: string, name: string) =>
  client.query(`alter schema ${client.escapeIdentifier(schema)} rename to ${client.escapeIdentifier(name)}`);
