import type { Transaction } from './database.js';

/**
 * Holds a lock for each of these ids until the end of the transaction, so that nobody else holds one for the same
 * purpose and id. Callers with several ids sort them, so that two transactions cannot deadlock.
 * @param purpose separates the locks of different features
 */
export async function lockIds(tx: Pick<Transaction, 'query'>, purpose: string, ids: readonly number[]): Promise<void> {
  await tx.query({
    text: `select pg_advisory_xact_lock(hashtextextended($2::text || ' ' || id, 0)) from unnest($1::bigint[]) as id`,
    values: [ids, purpose],
  });
}
