import type { Database } from './database.js';

export interface Expired {
  readonly table: string;
  /** SQL condition that an index answers; parameters as `$1`, `$2`. */
  readonly where: string;
  readonly values?: readonly unknown[];
  /** Rows in one statement. Default 5,000. */
  readonly batch?: number;
  /** Statements at most; the next call goes on. Default: until nothing is left. */
  readonly batches?: number;
  /** What happens to rows that somebody else has locked: they stay for the next call (default), or are waited for. */
  readonly locked?: 'skip' | 'wait';
  /** Ends the deletion after the statement under way. */
  readonly stopping?: AbortSignal;
}

/**
 * Repeats a step, which is bounded and committed by itself, until it finds less than a whole batch.
 * @param step returns how many rows it found
 */
export async function repeatInBatches(
  { batch, stopping }: { batch: number; stopping: AbortSignal },
  step: () => Promise<number>,
): Promise<void> {
  for (let found = batch; found >= batch && !stopping.aborted;) found = await step();
}

interface Counts {
  readonly chosen: number;
  readonly removed: number;
}

/**
 * Deletes rows in bounded statements, each committed by itself, so that no lock is held for long.
 * @returns rows deleted
 */
export async function deleteInBatches(database: Pick<Database, 'query'>, expired: Expired): Promise<number> {
  const { table, where, values = [], batch = 5_000, batches = Infinity, locked = 'skip', stopping } = expired;
  // Another partition may have a row at the same place, so each statement deletes in one of them.
  const text = `
    with chosen as materialized (
      select tableoid, ctid from ${table} where ${where} limit ${batch}
      ${locked === 'skip' ? 'for update skip locked' : ''}
    ), part as materialized (
      select tableoid from chosen limit 1
    ), removed as (
      delete from ${table}
      where ctid = any(array(select ctid from chosen where tableoid = (select tableoid from part)))
        and tableoid = (select tableoid from part)
      returning 1
    )
    select (select count(*)::int from chosen) as chosen, (select count(*)::int from removed) as removed`;
  let total = 0;
  for (let statements = 0; statements < batches && !stopping?.aborted; statements += 1) {
    const [{ chosen, removed }] = (await database.query<Counts>({ text, values })) as [Counts];
    total += removed;
    // A row that changed while the statement waited for it has moved, or lies in another partition; the next statement
    // finds it.
    if (chosen < batch && removed === chosen) break;
  }
  return total;
}
