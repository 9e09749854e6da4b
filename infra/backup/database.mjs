import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { copyIn, copyOut } from './copy.mjs';

/** Written anew by whoever restores. */
const NOT_COPIED = 'migrations';

/**
 * @typedef {object} TableEntry
 * @property {string} schema
 * @property {string} table
 * @property {string[]} columns
 * @property {number} rows
 * @property {string} file below the backup's folder
 * @property {number} bytes of the file
 * @property {string} sha256 of the file
 */

/**
 * @typedef {object} DatabaseEntry
 * @property {string} snapshotAt ISO instant: what was committed before is in it
 * @property {string} server PostgreSQL's version
 * @property {Record<string, string[]>} migrations schema -> names that had run
 * @property {TableEntry[]} tables
 * @property {{ schema: string, name: string, value: string, called: boolean }[]} sequences
 */

/**
 * Copies every table of the services' schemas as of one moment, while everything goes on.
 * @param {import('pg').Client} client the owner's
 * @param {readonly string[]} schemas
 * @param {string} folder
 * @param {(keys: string[]) => Promise<void>} keep told the keys of the objects that rows name at that moment, before anything else
 * @returns {Promise<DatabaseEntry>}
 * @throws {Error} when a schema is missing or the connection fails
 */
export async function dumpDatabase(client, schemas, folder, keep) {
  await mkdir(join(folder, 'database'), { recursive: true });
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set datestyle = iso; set bytea_output = hex');
  await client.query('begin isolation level repeatable read read only');
  try {
    const { rows: [at] } = await client.query(`select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now, current_setting('server_version') as server`);
    const layout = await readLayout(client, schemas);
    const missing = schemas.filter((schema) => !layout.some((table) => table.schema === schema));
    if (missing.length > 0) throw new Error(`There is nothing in the schemas ${missing.join(', ')}: is this Inkling's database?`);
    await keep(await namedObjects(client));
    const migrations = {};
    for (const schema of schemas) {
      const { rows } = await client.query(`select name from ${client.escapeIdentifier(schema)}.${NOT_COPIED} order by id`);
      migrations[schema] = rows.map(({ name }) => name);
    }
    const tables = [];
    for (const { schema, table, columns } of layout) {
      const file = join('database', `${schema}.${table}.copy.gz`);
      const out = copyOut(client, `copy ${nameOf(client, { schema, table })} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')}) to stdout`);
      const meter = new Meter();
      await pipeline(out, createGzip({ level: 1 }), meter, createWriteStream(join(folder, file), { mode: 0o600 }));
      tables.push({ schema, table, columns, rows: await out.rows, file, ...meter.result() });
    }
    // Sequences know no snapshot: read last, they are at least as far as the rows.
    return { snapshotAt: at.now, server: at.server, migrations, tables, sequences: await readSequences(client, schemas) };
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
 * Fills tables that the same migrations have made, in one transaction: what they held is replaced, events of the last 14 days are
 * to be published again, and marks of events taken in are kept for as long again as they would have been.
 * @param {import('pg').Client} client the owner's
 * @param {DatabaseEntry} entry
 * @param {string} folder
 * @returns {Promise<{ schema: string, table: string, rows: number }[]>} what is there now
 * @throws {Error} when tables differ from those of the backup, or a file's rows are not all there; then nothing has changed
 */
export async function loadDatabase(client, entry, folder) {
  const schemas = Object.keys(entry.migrations);
  await client.query('set statement_timeout = 0; set datestyle = iso; set client_encoding = utf8');
  await client.query('begin');
  try {
    const order = await byReferences(client, entry.tables, schemas);
    await compareLayout(client, entry.tables, schemas);
    await client.query(`truncate ${order.map((table) => nameOf(client, table)).join(', ')}`);
    for (const table of order) {
      const input = copyIn(client, `copy ${nameOf(client, table)} (${table.columns.map((column) => client.escapeIdentifier(column)).join(', ')}) from stdin`);
      await pipeline(createReadStream(join(folder, table.file)), createGunzip(), input);
      const rows = await input.rows;
      if (rows !== table.rows) throw new Error(`${table.schema}.${table.table}: ${rows} rows came out of ${table.file}, and the manifest says ${table.rows}`);
    }
    for (const { schema, name, value, called } of entry.sequences) await client.query('select setval($1::regclass, $2, $3)', [nameOf(client, { schema, table: name }), value, called]);
    for (const schema of schemas) {
      const own = client.escapeIdentifier(schema);
      await client.query(`update ${own}.outbox set published_at = null where created_at > $1::timestamptz - interval '14 days'`, [entry.snapshotAt]);
      await client.query(`update ${own}.inbox set consumed_at = consumed_at + (now() - $1::timestamptz)`, [entry.snapshotAt]);
    }
    const counts = await countRows(client, entry.tables);
    await client.query('commit');
    await client.query('analyze');
    return counts;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
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
  const { rows } = await client.query(`select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) and sequencename not like 'migrations%' order by 1, 2`, [schemas]);
  const sequences = [];
  for (const { schema, name } of rows) {
    const { rows: [state] } = await client.query(`select last_value::text as value, is_called as called from ${nameOf(client, { schema, table: name })}`);
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

/** Passes bytes on, and knows their number and checksum. */
export class Meter extends Transform {
  #hash = createHash('sha256');
  #bytes = 0;

  _transform(chunk, _encoding, callback) {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    callback(null, chunk);
  }

  /** @returns {{ bytes: number, sha256: string }} once all has passed */
  result() {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
