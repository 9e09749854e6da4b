import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@inkling/contracts';
import type pg from 'pg';
import type { FoundRow, FoundText } from './vote-joins.spec-support.js';

/** Every row of every table of the services, as a dump or a thief of the database has it. */
export async function allRows(database: pg.Client): Promise<FoundRow[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1) order by 1`,
    [SERVICES],
  );
  const found: FoundRow[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await database.query<{ data: Record<string, unknown>; xmin: string }>(
      `select row_to_json(t) as data, t.xmin::text from ${name} t order by t.tableoid, t.ctid`,
    );
    found.push(...rows.map(({ data, xmin }, at) => ({ table: name, xmin, at, data })));
  }
  return found;
}

/** The texts in all files below a folder: logs, stored events, caches, media. Not the database, whose rows are read. */
export function textsInFiles(folder: string): FoundText[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('postgres') && statSync(join(folder, path)).isFile())
    .flatMap((path) => {
      const text = readFileSync(join(folder, path), 'latin1');
      // A file of the event store holds many messages, between bytes that are no text.
      return text.split(/[^\x20-\x7E]+/).flatMap((part) => (part.length < 8 ? [] : [{ where: path, text: part }]));
    });
}
