import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { copyIn, copyOut } from './copy.mts';
import { Meter, measure, type BackupFiles, type Sum } from './files.mts';
import {
  byReferences,
  compareTables,
  createPartitions,
  countRows,
  quoted,
  readMigrations,
  readSequences,
  readTables,
  textOf,
  withColumns,
  type Sequence,
  type Table,
  type TableName,
} from './tables.mts';

/** Settings under which equal rows are equal bytes. */
const TEXT_FORM = `set datestyle = iso; set bytea_output = hex; set timezone = 'UTC'; set client_encoding = utf8`;

/** A table in a backup, with the sum of its file. */
export interface TableEntry extends Table, Sum {
  rows: number;
  /** Path below the backup's folder. */
  file: string;
  /** Bytes before encryption. Backups of older versions have none. */
  size?: number;
}

export interface DatabaseEntry {
  /** ISO instant: everything committed before it is in the backup. */
  snapshotAt: string;
  /** PostgreSQL's version. */
  server: string;
  /** Of the times in the files. Backups of older versions have none. */
  timeZone?: string;
  /** Schema -> names of the migrations that had run. */
  migrations: Record<string, string[]>;
  tables: TableEntry[];
  sequences: Sequence[];
}

/** The file of a table's rows, in a backup. */
const fileOf = (table: TableName) => `database/${textOf(table)}.copy.gz`;

/**
 * Copies every table of the services' schemas as of one moment, while everything goes on.
 * @param client the owner's
 * @param keep called first, with the keys of the objects that rows name at that moment
 * @throws {Error} when a schema is missing or the connection fails
 */
export async function dumpDatabase(
  client: Client,
  schemas: readonly string[],
  files: BackupFiles,
  keep: (keys: string[]) => Promise<void>,
): Promise<DatabaseEntry> {
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; ${TEXT_FORM}`);
  await client.query('begin isolation level repeatable read read only');
  try {
    const { rows } = await client.query<{ now: string; server: string }>(
      `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now,
         current_setting('server_version') as server`,
    );
    const [{ now: snapshotAt, server }] = rows;
    const layout = await readTables(client, schemas);
    const missing = schemas.filter((schema) => !layout.some((table) => table.schema === schema));
    if (missing.length > 0)
      throw new Error(`There is nothing in the schemas ${missing.join(', ')}: is this Inkling's database?`);
    await keep(await namedObjects(client));
    const migrations = await readMigrations(client, schemas);
    const tables: TableEntry[] = [];
    for (const table of layout) {
      const out = copyOut(client, `copy ${withColumns(client, table)} to stdout`);
      const stored = await files.write(fileOf(table), out, createGzip({ level: 1 }));
      tables.push({ ...table, rows: await out.rows, ...stored });
    }
    // Sequences know no snapshot: read last, they are at least as far as the rows.
    const sequences = await readSequences(client, schemas);
    return { snapshotAt, server, timeZone: 'UTC', migrations, tables, sequences };
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

/**
 * What moderators have hidden or deleted may come back, and keeps its picture. Databases of older versions have no such
 * column.
 * @returns keys of the objects that rows name, at a dump's moment or now
 */
export async function namedObjects(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select distinct substr(path, 10) as key from (
       select media as path from polls.polls p
       where media is not null and (deleted_at is null or to_jsonb(p) ->> 'moderated' is not null)
       union all select profile_picture from auth.accounts where profile_picture is not null
     ) as named where path like '/uploads/%'`,
  );
  return rows.map(({ key }) => key);
}

/**
 * Fills tables that the same migrations have made, in one transaction. What they held is replaced, and the marks of
 * events are moved (`moveMarks`).
 * @param client the owner's
 * @returns what is there now
 * @throws {Error} when tables differ from those of the backup, or a file's rows are not all there; then nothing has
 *   changed
 */
export function loadDatabase(client: Client, entry: DatabaseEntry, files: BackupFiles) {
  return changeRows(client, async () => {
    await fillTables(client, entry, files);
    await moveMarks(client, Object.keys(entry.migrations), entry.snapshotAt);
    return countRows(client, entry.tables);
  });
}

/**
 * Fills the tables of a scratch database and compares what each of them then holds with its file.
 * @returns `same`: to the byte
 */
export function loadAndCompare(client: Client, entry: DatabaseEntry, files: BackupFiles) {
  return changeRows(client, async () => {
    const sums = await fillTables(client, entry, files);
    // Rows come out in the order in which they went in.
    await client.query('set local synchronize_seqscans = off');
    const compared: (TableName & { rows: number; same: boolean })[] = [];
    for (const [index, counted] of (await countRows(client, entry.tables)).entries()) {
      const out = copyOut(client, `copy ${withColumns(client, entry.tables[index])} to stdout`);
      const { sha256 } = await measure(out);
      await out.rows;
      // Files of older versions have their times in a zone that the manifest does not name.
      const same = entry.timeZone === undefined || sha256 === sums.get(textOf(counted));
      compared.push({ ...counted, same });
    }
    return compared;
  });
}

/** Commits the whole work, or rolls it back. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The same for work that changes many rows and takes long. */
export async function changeRows<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query(`set statement_timeout = 0; ${TEXT_FORM}`);
  const result = await inTransaction(client, work);
  await client.query('analyze');
  return result;
}

/** @returns table -> checksum of the text of the rows that went into it */
async function fillTables(client: Client, entry: DatabaseEntry, files: BackupFiles) {
  const schemas = Object.keys(entry.migrations);
  const order = await byReferences(client, entry.tables, schemas);
  await createPartitions(client, entry.tables, schemas);
  await compareTables(client, entry.tables, schemas);
  await client.query(`truncate ${order.map((table) => quoted(client, table)).join(', ')}`);
  const sums = new Map<string, string>();
  for (const table of order) {
    const input = copyIn(client, `copy ${withColumns(client, table)} from stdin`);
    const meter = new Meter();
    await pipeline(files.read(fileOf(table)), createGunzip(), meter, input);
    const rows = await input.rows;
    if (rows !== table.rows)
      throw new Error(`${textOf(table)}: ${rows} rows came out of ${table.file}, and the manifest says ${table.rows}`);
    sums.set(textOf(table), meter.result().sha256);
  }
  for (const { schema, name, value, called } of entry.sequences) {
    const sequence = quoted(client, { schema, table: name });
    await client.query('select setval($1::regclass, $2, $3)', [sequence, value, called]);
  }
  return sums;
}

/**
 * Makes the marks of events fit a database as of a moment: events of the 14 days before are published again, and
 * consumed events are remembered for as long as they would have been.
 * @param client the owner's
 * @param moment ISO instant
 */
export async function moveMarks(client: Client, schemas: readonly string[], moment: string) {
  for (const schema of schemas) {
    const own = client.escapeIdentifier(schema);
    await client.query(
      `update ${own}.outbox set published_at = null where created_at > $1::timestamptz - interval '14 days'`,
      [moment],
    );
    await client.query(`update ${own}.inbox set consumed_at = consumed_at + (now() - $1::timestamptz)`, [moment]);
  }
}
