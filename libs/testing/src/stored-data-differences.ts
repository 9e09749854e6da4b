import { platformData, sharedData, type StoredTable } from '@inkling/platform';
import type { Stack } from './stack.js';

const TABLES = `
  select relname as name from pg_class
  where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'`;

/**
 * What a running service's migrated schema and its list of stored data say differently: one sentence for each table
 * that only one of them has; empty when there is none.
 */
export async function storedDataDifferences(
  stack: Stack,
  service: string,
  storedData: Readonly<Record<string, StoredTable>>,
): Promise<string[]> {
  const migrated = (await stack.sql<{ name: string }>(service, TABLES, [service])).map(({ name }) => name);
  const listed = Object.keys({ ...platformData, ...storedData });
  return [
    ...migrated
      .filter((name) => !listed.includes(name) && !(name in sharedData))
      .map((name) => `${name} is not in stored-data.ts`),
    ...listed.filter((name) => !migrated.includes(name)).map((name) => `${name} is listed and no table`),
  ].sort();
}
