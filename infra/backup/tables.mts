import type { Client } from 'pg';

/** Suffix of the schemas that a restore replaces, until their replacements are complete. */
export const OLD = '_before_restore';

export interface TableName {
  schema: string;
  table: string;
}

export interface Table extends TableName {
  columns: string[];
  /** Of a partition. Backups of older versions have none. */
  partition?: Partition;
}

interface Partition {
  /** Name of the table in the same schema that it is a part of. */
  of: string;
  /** As PostgreSQL writes them. */
  bounds: string;
}

/** Bounds of partitions by whole numbers. */
const BOUNDS = /^FOR VALUES FROM \((?:MINVALUE|'\d+')\) TO \('\d+'\)$/;

export interface Sequence {
  schema: string;
  name: string;
  value: string;
  called: boolean;
}

export const textOf = ({ schema, table }: TableName) => `${schema}.${table}`;

/** A table's name as SQL takes it. */
export const quoted = (client: Client, { schema, table }: TableName) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`;

/** The same with its columns, as COPY takes it. */
export const withColumns = (client: Client, table: Table) =>
  `${quoted(client, table)} (${table.columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;

export async function countRows(client: Client, tables: readonly TableName[]) {
  const counts: (TableName & { rows: number })[] = [];
  for (const { schema, table } of tables) {
    const { rows } = await client.query(`select count(*) as count from ${quoted(client, { schema, table })}`);
    counts.push({ schema, table, rows: Number(rows[0].count) });
  }
  return counts;
}

/**
 * Tables of schemas with their stored columns. Computed columns and the list of migrations are left out. Of a table in
 * partitions, these are the tables.
 */
export async function readTables(client: Client, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
       case when c.relispartition then json_build_object(
         'of', (select p.relname from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid),
         'bounds', pg_get_expr(c.relpartbound, c.oid)
       ) end as partition
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = any($1) and c.relkind = 'r' and c.relname <> 'migrations'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1, 2, c.oid order by 1, 2`,
    [schemas],
  );
  return rows.map(({ partition, ...table }) => (partition ? { ...table, partition } : table));
}

/**
 * Gives tables in partitions those of a backup, empty, where they have others.
 * @throws {Error} when bounds are not of the form that they have
 */
export async function createPartitions(client: Client, tables: readonly Table[], schemas: readonly string[]) {
  const parentOf = ({ schema, partition }: Table) => partition && textOf({ schema, table: partition.of });
  const text = (each: Table) => `${textOf(each)} ${each.partition?.bounds}`;
  const present = await readTables(client, schemas);
  for (const parent of new Set(tables.flatMap((table) => parentOf(table) ?? []))) {
    const parts = tables.filter((table) => parentOf(table) === parent);
    const replaced = present.filter((table) => parentOf(table) === parent);
    if (parts.map(text).sort().join() === replaced.map(text).sort().join()) continue;
    const [schema, table] = parent.split('.');
    const { rows } = await client.query(
      `select quote_ident(r.rolname) as owner, array_to_string(p.reloptions, ', ') as settings
       from pg_class c join pg_roles r on r.oid = c.relowner
       left join pg_class p on p.oid = (select min(inhrelid::int8)::oid from pg_inherits where inhparent = c.oid)
       where c.oid = $1::regclass`,
      [quoted(client, { schema, table })],
    );
    const [{ owner, settings }] = rows;
    for (const part of replaced) await client.query(`drop table ${quoted(client, part)}`);
    for (const part of parts) {
      const bounds = part.partition!.bounds;
      if (!BOUNDS.test(bounds)) throw new Error(`${textOf(part)} has unknown bounds: ${bounds}`);
      await client.query(
        `create table ${quoted(client, part)} partition of ${quoted(client, { schema, table })} ${bounds}
         ${settings ? `with (${settings})` : ''}`,
      );
      await client.query(`alter table ${quoted(client, part)} owner to ${owner}`);
    }
  }
}

/** @returns schema -> names of the migrations that have run */
export async function readMigrations(client: Client, schemas: readonly string[]) {
  const migrations: Record<string, string[]> = {};
  for (const schema of schemas) {
    const { rows } = await client.query(`select name from ${client.escapeIdentifier(schema)}.migrations order by id`);
    migrations[schema] = rows.map(({ name }) => name);
  }
  return migrations;
}

export async function readSequences(client: Client, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query(
    `select schemaname as schema, sequencename as name from pg_sequences
     where schemaname = any($1) and sequencename not like 'migrations%' order by 1, 2`,
    [schemas],
  );
  const sequences: Sequence[] = [];
  for (const { schema, name } of rows) {
    const { rows: states } = await client.query(
      `select last_value::text as value, is_called as called from ${quoted(client, { schema, table: name })}`,
    );
    sequences.push({ schema, name, ...states[0] });
  }
  return sequences;
}

/** @throws {Error} with the tables that are only on one side, or have other columns there */
export async function compareTables(client: Client, tables: readonly Table[], schemas: readonly string[]) {
  const text = (list: readonly Table[]) => list.map((table) => `${textOf(table)} (${table.columns.join(', ')})`).sort();
  const [here, there] = [text(await readTables(client, schemas)), text(tables)];
  const different = [...there.filter((each) => !here.includes(each)), ...here.filter((each) => !there.includes(each))];
  if (different.length > 0) throw new Error(`The tables are not those of the backup: ${different.join('; ')}`);
}

/** @returns the tables, referenced ones first */
export async function byReferences<T extends Table>(client: Client, tables: readonly T[], schemas: readonly string[]) {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select n.nspname || '.' || c.relname as from, rn.nspname || '.' || r.relname as to
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
     where k.contype = 'f' and n.nspname = any($1) and k.conrelid <> k.confrelid`,
    [schemas],
  );
  const left = new Map(tables.map((table) => [textOf(table), table]));
  const ordered: T[] = [];
  while (left.size > 0) {
    const free = [...left].filter(([name]) => !rows.some(({ from, to }) => from === name && left.has(to)));
    if (free.length === 0) throw new Error(`Foreign keys of ${[...left.keys()].join(', ')} form a circle`);
    for (const [name, table] of free) {
      ordered.push(table);
      left.delete(name);
    }
  }
  return ordered;
}
