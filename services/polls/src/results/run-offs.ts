import { runOff, type RunOff } from '@inkling/contracts';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/**
 * The run-off of a ranked poll from its ballots as they are now.
 * @param options how many options the poll has
 */
export async function runOffOf(kysely: Kysely<Tables>, pollId: number, options: number): Promise<RunOff> {
  const counts = await kysely
    .selectFrom('ballot_counts')
    .select(['choice', 'n'])
    .where('poll_id', '=', pollId)
    .execute();
  return runOff(pollId, options, counts);
}
