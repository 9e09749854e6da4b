/** Reads that are not measured, until PostgreSQL has in its buffers what is read again and again. */
import type { Reader } from './reader.mts';
import type { Client } from 'pg';

/** One round, of each instance. */
const ROUND_SECONDS = 2;
/** Reads from all over a large table take some rounds to have it in the buffers, and never do where it does not fit. */
const ROUNDS_MAX = 8;
/** Of the pages that are read, those that may still come from outside the buffers. */
const MISSED_SHARE = 0.002;

export interface Instance {
  reader: Reader;
  database: Client;
}

/**
 * Reads of one kind from all instances in turns, for the same time from each, whichever of them needs it.
 * @returns the share that the last round missed, the most of all instances
 */
export async function warmUp(name: string, instances: Instance[]): Promise<number> {
  let missed = 1;
  for (let round = 0; round < ROUNDS_MAX && missed > MISSED_SHARE; round += 1) {
    missed = 0;
    for (const { reader, database } of instances) {
      const before = await pagesRead(database);
      await reader.read(name, ROUND_SECONDS);
      const after = await pagesRead(database);
      missed = Math.max(missed, (after.fetched - before.fetched) / Math.max(1, after.all - before.all));
    }
  }
  return missed;
}

/** Counts of the database since it began; what a connection has read in the last second may be missing. */
async function pagesRead(database: Client): Promise<{ all: number; fetched: number }> {
  const { rows } = await database.query(
    `select (blks_hit + blks_read)::float8 as all, blks_read::float8 as fetched
     from pg_stat_database where datname = current_database()`,
  );
  return rows[0];
}
