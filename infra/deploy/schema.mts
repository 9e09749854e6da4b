/**
 * What code of the last release relies on in the database, and whether a newer schema still has it. Old and new
 * processes run side by side while a version is deployed (docs/operations/upgrade.md), so a migration may only add.
 */
import type { Client } from 'pg';

export interface Table {
  /** Name -> type as PostgreSQL writes it, and `required` where an insert must give a value. */
  columns: Record<string, string>;
  /** Its constraints and unique indexes: what may refuse a row, or settle a conflict. */
  rules: string[];
}
export interface Schema {
  /** `service.table` -> table. */
  tables: Record<string, Table>;
  /** Functions and sequences that belong to no column. */
  others: string[];
}

const COLUMNS = `
  select n.nspname || '.' || c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as required
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by 1, 2`;

/** Not-null constraints are in the columns already. */
const RULES = `
  select n.nspname || '.' || c.relname as table, pg_get_constraintdef(r.oid) as rule
  from pg_constraint r
  join pg_class c on c.oid = r.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and r.contype <> 'n'
  union
  select n.nspname || '.' || c.relname,
    'UNIQUE ' || substring(pg_get_indexdef(i.indexrelid) from 'USING (.*)$')
  from pg_index i
  join pg_class c on c.oid = i.indrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and i.indisunique
    and not exists (select from pg_constraint r where r.conindid = i.indexrelid)
  order by 1, 2`;

const OTHERS = `
  select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') '
    || pg_get_function_result(p.oid) as other
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any($1)
  union
  select n.nspname || '.' || c.relname
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'S'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
  order by 1`;

const REQUIRED = ' required';
/** MikroORM's own note of what has run. */
const OWN_NOTE = /\.migrations$/;

/** @param services whose schemas are read */
export async function readSchema(client: Client, services: readonly string[]): Promise<Schema> {
  const tables: Schema['tables'] = {};
  const { rows: columns } = await client.query(COLUMNS, [services]);
  for (const { table, column, type, required } of columns) {
    if (OWN_NOTE.test(table)) continue;
    tables[table] ??= { columns: {}, rules: [] };
    tables[table].columns[column] = required ? `${type}${REQUIRED}` : type;
  }
  const { rows: rules } = await client.query(RULES, [services]);
  for (const { table, rule } of rules) tables[table]?.rules.push(rule);
  const { rows: others } = await client.query(OTHERS, [services]);
  return { tables, others: others.map(({ other }) => other).filter((name) => !OWN_NOTE.test(name)) };
}

/**
 * @param released what the last release's code was written for
 * @returns what would break that code, one line each
 */
export function breaks(released: Schema, present: Schema): string[] {
  const gone = released.others.filter((name) => !present.others.includes(name)).map((name) => `${name} is gone`);
  const tables = Object.entries(released.tables).flatMap(([name, table]) => {
    const now = present.tables[name];
    return now ? [...columnBreaks(name, table, now), ...ruleBreaks(name, table, now)] : [`${name} is gone`];
  });
  return [...gone, ...tables];
}

function columnBreaks(name: string, table: Table, now: Table) {
  const changed = Object.entries(table.columns).flatMap(([column, was]) => {
    const is = now.columns[column];
    if (is === undefined) return [`${name}.${column} is gone`];
    // A value that need not be given any more may still be.
    return is === was || `${is}${REQUIRED}` === was ? [] : [`${name}.${column} was ${was} and is ${is}`];
  });
  const demanded = Object.entries(now.columns)
    .filter(([column, is]) => is.endsWith(REQUIRED) && !(column in table.columns))
    .map(([column]) => `${name}.${column} is new and must be given`);
  return [...changed, ...demanded];
}

function ruleBreaks(name: string, table: Table, now: Table) {
  // A rule about new columns alone is kept by code that does not know them.
  const concerns = (rule: string) => {
    const [subject = ''] = rule.split(' REFERENCES ');
    return Object.keys(table.columns).some((column) => new RegExp(`\\b${column}\\b`).test(subject));
  };
  const added = now.rules
    .filter((rule) => !table.rules.includes(rule) && concerns(rule))
    .map((rule) => `${name} has a new rule, which may refuse what old code writes: ${rule}`);
  const lost = table.rules
    .filter((rule) => /^(UNIQUE|PRIMARY KEY)/.test(rule) && !now.rules.includes(rule))
    .map((rule) => `${name} has lost a rule, on which an "on conflict" of old code may rely: ${rule}`);
  return [...added, ...lost];
}
