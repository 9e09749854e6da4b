import type { Pool } from 'pg';
import { NotReady } from './readiness-check.js';

/** PostgreSQL's codes in the operator's words. */
const WORDS: Readonly<Record<string, string>> = {
  '25006': 'read-only',
  '28000': 'role refused',
  '28P01': 'password refused',
  '42501': 'permission denied',
  '53100': 'disk full',
  '53300': 'too many connections',
  '53400': 'no room for temporary files',
  '57014': 'too slow',
  '57P03': 'starting or stopping',
};

/**
 * Does what a write needs, and leaves nothing behind to vacuum:
 * - a lock on a row, which a standby and a read-only database refuse, though there is no such row;
 * - a temporary file of half a megabyte, since a row can fit a page with free space even when the data disk is full;
 * - a commit that is not empty, which waits for the log's disk, and for a standby where commits wait for one.
 */
const WRITE = [
  'begin',
  `set local statement_timeout = '2500ms'`,
  'select 1 from outbox where false for update',
  `set local work_mem = '64kB'`,
  'select count(*) from generate_series(1, 30000)',
  `select pg_logical_emit_message(true, 'inkling', '')`,
  'commit',
  // On one line, since the server logs a statement that fails.
].join('; ');

/** Whether the service's role can write to its schema now. @throws NotReady saying why not */
export async function expectWrites(pool: Pool): Promise<void> {
  try {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query(WRITE);
    } catch (error) {
      failure = error as Error;
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      // A connection in an unknown state is closed; the next check gets a fresh one.
      client.release(failure);
    }
  } catch (cause) {
    throw new NotReady(WORDS[(cause as { code?: string }).code ?? ''] ?? 'unavailable', { cause });
  }
}
