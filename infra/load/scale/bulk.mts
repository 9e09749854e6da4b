/** Connections that insert in bulk, and what makes that fast without changing what is there in the end. */
import pg from 'pg';

const SETTINGS = [
  // The next run writes again what a crash would lose.
  'set synchronous_commit = off',
  // Foreign keys hold by construction; checking each row of millions would take as long as inserting them.
  'set session_replication_role = replica',
  "set maintenance_work_mem = '512MB'",
  "set work_mem = '128MB'",
];

/** Every statement takes its time, but none this long. */
const STATEMENT_MS = 240_000;

/**
 * @param url the superuser's
 * @param schema where unqualified names are looked for
 */
export async function bulkConnection(url: string, schema: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, statement_timeout: STATEMENT_MS });
  client.on('error', () => undefined);
  await client.connect();
  for (const setting of [...SETTINGS, `set search_path = ${schema}, public`]) await client.query(setting);
  return client;
}

/** A bulk connection in the form in which the search service runs its statements. */
export const queriesOf = (client: pg.Client) => ({
  query: async ({ text, values = [] }: { text: string; values?: readonly unknown[] }) =>
    (await client.query(text, [...values])).rows,
});

/**
 * Takes the next ids of a table, so that rows that belong together can be written side by side.
 * @returns the first; nobody else may insert meanwhile
 */
export async function takeIds(client: pg.Client, table: string, count: number): Promise<number> {
  const { rows } = await client.query(
    `select setval(s.name, nextval(s.name) + $2 - 1) as last from (select pg_get_serial_sequence($1, 'id') as name) s`,
    [table, count],
  );
  return Number(rows[0].last) - count + 1;
}

/**
 * Drops the GIN indexes of a schema; filling them row by row would take most of the time.
 * @returns builds them again by their own definitions
 */
export async function dropGinIndexes(client: pg.Client, schema: string): Promise<() => Promise<void>> {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where a.amname = 'gin' and c.relnamespace = $1::regnamespace`,
    [schema],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await client.query(definition);
  };
}

/** Brings statistics and the visibility map up to date, and writes everything to disk. */
export async function settle(client: pg.Client) {
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}
