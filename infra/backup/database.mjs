import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { copyIn, copyOut } from './copy.mjs';
import { Meter, measure } from './files.mjs';

/** Written anew by whoever restores. */
const NOT_COPIED = 'migrations';
/** Settings under which equal rows are equal bytes. */
const TEXT_FORM = `set datestyle = iso; set bytea_output = hex; set timezone = 'UTC'; set client_encoding = utf8`;

/**
 * @typedef {object} TableEntry
 * @property {string} schema
 * @property {string} table
 * @property {string[]} columns
 * @property {number} rows
 * @property {string} file below the backup's folder
 * @property {number} bytes of the file
 * @property {string} sha256 of the file
 * @property {number} [size] before encryption; not in backups of older versions
 */

/**
 * @typedef {object} DatabaseEntry
 * @property {string} snapshotAt ISO instant: what was committed before is in it
 * @property {string} server PostgreSQL's version
 * @property {string} [timeZone] of the times in the files; not in backups of older versions
 * @property {Record<string, string[]>} migrations schema -> names that had run
 * @property {TableEntry[]} tables
 * @property {{ schema: string, name: string, value: string, called: boolean }[]} sequences
 */

/**
 * Copies every table of the services' schemas as of one moment, while everything goes on.
 * @param {import('pg').Client} client the owner's
 * @param {readonly string[]} schemas
 * @param {import('./files.mjs').BackupFiles} files
 * @param {(keys: string[]) => Promise<void>} keep called first, with the keys of the objects that rows name at that
 *   moment
 * @returns {Promise<DatabaseEntry>}
 * @throws {Error} when a schema is missing or the connection fails
 */
export async function dumpDatabase(client, schemas, files, keep) {
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; ${TEXT_FORM}`);
  await client.query('begin isolation level repeatable read read only');
  try {
    const {
      rows: [at],
    } = await client.query(
      `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now, current_setting('server_version') as server`,
    );
    const layout = await readLayout(client, schemas);
    const missing = schemas.filter((schema) => !layout.some((table) => table.schema === schema));
    if (missing.length > 0)
      throw new Error(`There is nothing in the schemas ${missing.join(', ')}: is this Inkling's database?`);
    await keep(await namedObjects(client));
    const migrations = {};
    for (const schema of schemas) {
      const { rows } = await client.query(
        `select name from ${client.escapeIdentifier(schema)}.${NOT_COPIED} order by id`,
      );
      migrations[schema] = rows.map(({ name }) => name);
    }
    const tables = [];
    for (const { schema, table, columns } of layout) {
      const out = copyOut(client, `copy ${withColumns(client, { schema, table, columns })} to stdout`);
      const stored = await files.write(fileOf({ schema, table }), out, createGzip({ level: 1 }));
      tables.push({ schema, table, columns, rows: await out.rows, ...stored });
    }
    // Sequences know no snapshot: read last, they are at least as far as the rows.
    const sequences = await readSequences(client, schemas);
    return { snapshotAt: at.now, server: at.server, timeZone: 'UTC', migrations, tables, sequences };
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

/**
 * Objects that rows name, as of a dump's moment or now.
 * @param {import('pg').Client} client
 * @returns {Promise<string[]>} their keys
 */
export async function namedObjects(client) {
  const { rows } = await client.query(
    `select distinct substr(path, 10) as key from (
       select media as path from polls.polls where media is not null and deleted_at is null
       union all select profile_picture from auth.accounts where profile_picture is not null
     ) as named where path like '/uploads/%'`,
  );
  return rows.map(({ key }) => key);
}

/**
 * Fills tables that the same migrations have made, in one transaction: what they held is replaced, events of the last
 * 14 days are to be published again, and marks of events taken in are kept for as long again as they would have been.
 * @param {import('pg').Client} client the owner's
 * @param {DatabaseEntry} entry
 * @param {import('./files.mjs').BackupFiles} files
 * @returns {Promise<{ schema: string, table: string, rows: number }[]>} what is there now
 * @throws {Error} when tables differ from those of the backup, or a file's rows are not all there; then nothing has
 *   changed
 */
export function loadDatabase(client, entry, files) {
  return inTransaction(client, async () => {
    await fillTables(client, entry, files);
    await moveMarks(client, Object.keys(entry.migrations), entry.snapshotAt);
    return countRows(client, entry.tables);
  });
}

/**
 * The same into a scratch database, with nothing changed, and then compares what every table holds with its file.
 * @returns {Promise<{ schema: string, table: string, rows: number, same: boolean }[]>} `same`: to the byte
 */
export function loadAndCompare(client, entry, files) {
  return inTransaction(client, async () => {
    const sums = await fillTables(client, entry, files);
    // Rows come out in the order in which they went in.
    await client.query('set local synchronize_seqscans = off');
    const compared = [];
    for (const { rows, ...table } of await countRows(client, entry.tables)) {
      const { columns } = entry.tables.find(
        ({ schema, table: name }) => schema === table.schema && name === table.table,
      );
      const out = copyOut(client, `copy ${withColumns(client, { ...table, columns })} to stdout`);
      const { sha256 } = await measure(out);
      await out.rows;
      // Files of older versions have their times in the server's own zone, which nobody noted.
      const same = entry.timeZone === undefined || sha256 === sums.get(`${table.schema}.${table.table}`);
      compared.push({ ...table, rows, same });
    }
    return compared;
  });
}

/**
 * Commits the whole work, or rolls it back. @template T @param {import('pg').Client} client @param {() => Promise<T>}
 * work @returns {Promise<T>}
 */
export async function inTransaction(client, work) {
  await client.query(`set statement_timeout = 0; ${TEXT_FORM}`);
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    await client.query('analyze');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** @returns {Promise<Map<string, string>>} table -> checksum of the rows' text that went into it */
async function fillTables(client, entry, files) {
  const schemas = Object.keys(entry.migrations);
  const order = await byReferences(client, entry.tables, schemas);
  await compareLayout(client, entry.tables, schemas);
  await client.query(`truncate ${order.map((table) => nameOf(client, table)).join(', ')}`);
  const sums = new Map();
  for (const table of order) {
    const input = copyIn(client, `copy ${withColumns(client, table)} from stdin`);
    const meter = new Meter();
    await pipeline(files.read(fileOf(table)), createGunzip(), meter, input);
    const rows = await input.rows;
    const name = `${table.schema}.${table.table}`;
    if (rows !== table.rows)
      throw new Error(`${name}: ${rows} rows came out of ${table.file}, and the manifest says ${table.rows}`);
    sums.set(name, meter.result().sha256);
  }
  for (const { schema, name, value, called } of entry.sequences) {
    const sequence = nameOf(client, { schema, table: name });
    await client.query('select setval($1::regclass, $2, $3)', [sequence, value, called]);
  }
  return sums;
}

/**
 * Makes the marks of events fit a database that is as it was at a moment: what was sent in the 14 days before is sent
 * again, and what was taken in is remembered for as long as it would have been.
 * @param {import('pg').Client} client the owner's
 * @param {readonly string[]} schemas
 * @param {string} moment ISO instant
 */
export async function moveMarks(client, schemas, moment) {
  for (const schema of schemas) {
    const own = client.escapeIdentifier(schema);
    const at = [moment];
    await client.query(
      `update ${own}.outbox set published_at = null where created_at > $1::timestamptz - interval '14 days'`,
      at,
    );
    await client.query(`update ${own}.inbox set consumed_at = consumed_at + (now() - $1::timestamptz)`, at);
  }
}

/** @returns {Promise<{ schema: string, table: string, rows: number }[]>} */
export async function countRows(client, tables) {
  const counts = [];
  for (const { schema, table } of tables) {
    const { rows } = await client.query(`select count(*) as count from ${nameOf(client, { schema, table })}`);
    counts.push({ schema, table, rows: Number(rows[0].count) });
  }
  return counts;
}

const nameOf = (client, { schema, table }) => `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`;
const withColumns = (client, table) =>
  `${nameOf(client, table)} (${table.columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
/** Of a table's rows, in a backup. */
const fileOf = ({ schema, table }) => `database/${schema}.${table}.copy.gz`;

/** Tables with the columns that are stored and not computed. */
async function readLayout(client, schemas) {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = any($1) and c.relkind = 'r' and c.relname <> $2 and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1, 2 order by 1, 2`,
    [schemas, NOT_COPIED],
  );
  return rows;
}

async function readSequences(client, schemas) {
  const { rows } = await client.query(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) and sequencename not like 'migrations%' order by 1, 2`,
    [schemas],
  );
  const sequences = [];
  for (const { schema, name } of rows) {
    const {
      rows: [state],
    } = await client.query(
      `select last_value::text as value, is_called as called from ${nameOf(client, { schema, table: name })}`,
    );
    sequences.push({ schema, name, ...state });
  }
  return sequences;
}

async function compareLayout(client, tables, schemas) {
  const text = (list) => list.map(({ schema, table, columns }) => `${schema}.${table} (${columns.join(', ')})`).sort();
  const [here, there] = [text(await readLayout(client, schemas)), text(tables)];
  const different = [...there.filter((each) => !here.includes(each)), ...here.filter((each) => !there.includes(each))];
  if (different.length > 0) throw new Error(`The tables are not those of the backup: ${different.join('; ')}`);
}

/** Referenced tables first. */
async function byReferences(client, tables, schemas) {
  const { rows } = await client.query(
    `select n.nspname || '.' || c.relname as from, rn.nspname || '.' || r.relname as to
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
     where k.contype = 'f' and n.nspname = any($1) and k.conrelid <> k.confrelid`,
    [schemas],
  );
  const left = new Map(tables.map((table) => [`${table.schema}.${table.table}`, table]));
  const ordered = [];
  while (left.size > 0) {
    const free = [...left.keys()].filter((name) => !rows.some(({ from, to }) => from === name && left.has(to)));
    if (free.length === 0) throw new Error(`Foreign keys of ${[...left.keys()].join(', ')} form a circle`);
    for (const name of free) {
      ordered.push(left.get(name));
      left.delete(name);
    }
  }
  return ordered;
}
