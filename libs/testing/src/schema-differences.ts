import { Database } from '@inkling/platform';
import type { Stack } from './stack.js';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly primary: boolean;
  readonly hasDefault: boolean;
}

const MIGRATED = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
    not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as "hasDefault",
    exists (
      select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any(k.conkey)
    ) as primary
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'migrations'`;

/** PostgreSQL's own names of types, such as `timestamp with time zone` for `timestamptz`. */
const TYPE_NAMES = 'select name, format_type(name::regtype, null) as type from unnest($1::text[]) as name';

/** Types that exist only in the statement that creates a table. */
const SERIAL: Readonly<Record<string, string>> = { bigserial: 'bigint', serial: 'integer', smallserial: 'smallint' };

/**
 * What a running service's migrated schema and its entities say differently: tables, columns, types, nullability,
 * primary keys, and whether a column has a default. One sentence for each difference; empty when there is none.
 */
export async function schemaDifferences(stack: Stack, service: string): Promise<string[]> {
  const migrated = await stack.sql<Column>(service, MIGRATED, [service]);
  const declared = await declaredColumns(stack, service);
  return [...compare(describe(migrated), describe(declared))].sort();
}

async function declaredColumns(stack: Stack, service: string): Promise<Column[]> {
  const { app } = stack.service(service);
  const columns = [...app.get(Database).orm.getMetadata().getAll().values()].flatMap((entity) =>
    entity.props
      .filter((property) => property.persist !== false)
      .flatMap((property) =>
        property.fieldNames.map((column, index) => ({
          table: entity.tableName,
          column,
          type: SERIAL[property.columnTypes[index]!] ?? property.columnTypes[index]!,
          nullable: property.nullable === true,
          primary: property.primary === true,
          hasDefault:
            property.autoincrement === true ||
            [property.default, property.defaultRaw, property.generated].some((value) => value !== undefined),
        })),
      ),
  );
  const types = await stack.sql<{ name: string; type: string }>(service, TYPE_NAMES, [
    [...new Set(columns.map(({ type }) => type))],
  ]);
  const names = new Map(types.map(({ name, type }) => [name, type]));
  return columns.map((column) => ({ ...column, type: names.get(column.type)! }));
}

/** Each column's description by its table and name. */
const describe = (columns: readonly Column[]): Map<string, string> =>
  new Map(
    columns.map(({ table, column, type, nullable, primary, hasDefault }) => [
      `${table}.${column}`,
      [type, nullable ? 'null' : 'not null', primary && 'primary key', hasDefault && 'with a default']
        .filter(Boolean)
        .join(' '),
    ]),
  );

function* compare(migrated: ReadonlyMap<string, string>, declared: ReadonlyMap<string, string>): Generator<string> {
  for (const [column, description] of migrated) {
    const other = declared.get(column);
    if (other === undefined) yield `${column} is in the schema (${description}) and in no entity`;
    else if (other !== description) yield `${column} is ${description} in the schema and ${other} in its entity`;
  }
  for (const [column, description] of declared)
    if (!migrated.has(column)) yield `${column} is in an entity (${description}) and not in the schema`;
}
