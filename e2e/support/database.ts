import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Runs a statement as the database's owner; table names need their schema. Returns the number of its rows. */
export async function sql(text: string, values: readonly unknown[]): Promise<number> {
  const folder = process.env['E2E_DATA_DIR'];
  if (!folder)
    throw new Error('E2E_DATA_DIR is not set: only an instance on this machine can be changed behind its back');
  const { databaseUrl } = JSON.parse(await readFile(join(folder, 'addresses.json'), 'utf8')) as { databaseUrl: string };
  const client = new pg.Client({ connectionString: `${databaseUrl}/inkling` });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Moves a poll's end into the past, because the earliest end that the server accepts is tomorrow. */
export async function endPollNow(pollId: number): Promise<void> {
  const changed = await sql(`update polls.polls set end_date = now() - interval '1 second' where id = $1`, [pollId]);
  if (changed !== 1) throw new Error(`There is no poll ${pollId}`);
}
