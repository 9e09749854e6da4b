/** Waits until the product's background work (relay, consumers, live tallies) has caught up. */
import type { Client } from 'pg';

const SAMPLE_MS = 20;
const QUIET_SAMPLES = 8;
const TIMEOUT_MS = 120_000;
/** Longer than consumers wait between two lists of events (EVENT_GATHER_MS). */
const GATHER_MS = 1_200;

/**
 * @returns milliseconds that it took
 * @throws when events are still unpublished or statements still run after two minutes
 */
export async function waitUntilQuiet(database: Client): Promise<number> {
  const start = performance.now();
  await waitForStatements(database, start);
  // Consumers that rest now still have a last list before them.
  await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
  await waitForStatements(database, start);
  return performance.now() - start - 2 * QUIET_SAMPLES * SAMPLE_MS - GATHER_MS;
}

async function waitForStatements(database: Client, start: number): Promise<void> {
  let quiet = 0;
  while (quiet < QUIET_SAMPLES) {
    if (performance.now() - start > TIMEOUT_MS)
      throw new Error('the background work has not caught up after two minutes');
    const { rows } = await database.query(
      `select not exists (select from pg_stat_activity
           where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid())
         and not exists (select from polls.outbox where published_at is null) as quiet`,
    );
    quiet = rows[0].quiet ? quiet + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
}
