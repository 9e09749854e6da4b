import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { votesPerOption } from '@inkling/contracts';
import { Database, PeriodicWorker, type Transaction } from '@inkling/platform';
import { sql, type Selectable } from 'kysely';
import { LiveTallies, TALLY_COLUMNS, toLiveTally, type TallyRow } from '../live/live-tallies.js';
import type { Tables } from '../tables.js';
import { nextShown, type SealedBallots } from './shown-ballots.js';

/** Polls in one transaction. */
const BATCH = 50;
const EVERY_MS = 2_000;

/**
 * Shows the counts of sealed polls in groups, and rewrites the rows that hold their ballots (ADR 35). PostgreSQL notes
 * in each row the transaction that wrote it, so the row of a choice would name the transaction of the last vote for it,
 * and with it the voter's row. After a rewrite all choices of a poll carry one and the same transaction.
 */
@Injectable()
export class SealedCounts extends PeriodicWorker {
  constructor(
    private readonly database: Database<Tables>,
    private readonly live: LiveTallies,
  ) {
    super({ name: 'Showing counts of sealed polls', everyMs: EVERY_MS, jitter: 0.2 });
  }

  /**
   * Shows all votes of those of these polls that are sealed, and ends voting there for good.
   * @param pollIds whose tallies the transaction has locked
   * @returns the tallies that changed, to be announced after the commit
   */
  async close(tx: Transaction<Tables>, pollIds: readonly number[]): Promise<TallyRow[]> {
    const closed = await tx.kysely
      .updateTable('poll_counters')
      .set({ closed: true })
      .where('poll_id', 'in', pollIds)
      .where('counted_votes', 'is not', null)
      .returning('poll_id')
      .execute();
    const ids = closed.map((poll) => poll.poll_id);
    return ids.length === 0 ? [] : rewrite(tx, await pollsOf(tx, ids).execute());
  }

  /** Goes through all polls with new ballots. */
  protected async work(stopping: AbortSignal): Promise<void> {
    let taken = BATCH;
    while (taken === BATCH && !stopping.aborted) taken = await this.#rewriteSome();
  }

  /** Returns the number of polls taken. */
  async #rewriteSome(): Promise<number> {
    const { taken, changed } = await this.database.transaction(async (tx) => {
      const marks = await tx.kysely
        .selectFrom('sealed_changes')
        .select('poll_id')
        .orderBy('poll_id')
        .limit(BATCH)
        // Two replicas never rewrite the same poll.
        .forUpdate()
        .skipLocked()
        .execute();
      const pollIds = marks.map((mark) => mark.poll_id);
      if (pollIds.length === 0) return { taken: 0, changed: [] };
      // The lock prevents moderators from restoring a hidden poll, and with it its tally, before this commits.
      const tallies = await rewrite(tx, await pollsOf(tx, pollIds).forShare().execute());
      await tx.kysely.deleteFrom('sealed_changes').where('poll_id', 'in', pollIds).execute();
      return { taken: pollIds.length, changed: tallies };
    });
    for (const tally of changed) this.live.mark(toLiveTally(tally, 'vote'));
    return taken;
  }
}

const pollsOf = ({ kysely }: Transaction<Tables>, ids: readonly number[]) =>
  kysely.selectFrom('polls').select(['id', 'method', 'options']).where('id', 'in', ids).orderBy('id');
type SealedPoll = Pick<Selectable<Tables['polls']>, 'id' | 'method' | 'options'>;

/** Returns the tallies that changed. */
async function rewrite(tx: Transaction<Tables>, polls: readonly SealedPoll[]): Promise<TallyRow[]> {
  const pollIds = polls.map((poll) => poll.id);
  if (pollIds.length === 0) return [];
  // In key order, as votes lock them. What is read after this includes every vote that was counted before.
  const tallies = await tx.kysely
    .selectFrom('poll_counters')
    .select(['poll_id', 'counted_votes', 'closed'])
    .where('poll_id', 'in', pollIds)
    .orderBy('poll_id')
    .forUpdate()
    .execute();
  const ballots = await tx.kysely
    .selectFrom('ballot_counts')
    .select(['poll_id', 'choice', 'n', 'shown'])
    .where('poll_id', 'in', pollIds)
    .orderBy('poll_id')
    .orderBy('choice')
    .execute();
  const ballotsOf = Map.groupBy(ballots, (row) => row.poll_id);
  const closed = new Set(tallies.filter((tally) => tally.closed).map((tally) => tally.poll_id));
  const next = pollIds.flatMap((pollId) => {
    const rows = ballotsOf.get(pollId) ?? [];
    const shown = closed.has(pollId) ? rows.map(({ n }) => n) : nextShown(rows, randomInt);
    return rows.map((row, index) => ({ ...row, shown: shown[index]! }));
  });
  await storeShown(tx, pollIds, next);
  const countedBefore = new Map(tallies.map((tally) => [tally.poll_id, tally.counted_votes ?? 0]));
  const shownOf = Map.groupBy(next, (row) => row.poll_id);
  const changed: TallyRow[] = [];
  for (const poll of polls) {
    const shown = shownOf.get(poll.id) ?? [];
    const counted = shown.reduce((sum, row) => sum + row.shown, 0);
    const before = countedBefore.get(poll.id);
    if (before !== undefined && counted !== before) changed.push(await storeCounts(tx, poll, counted, shown));
  }
  return changed;
}

/**
 * Deletes and inserts all rows of these polls in the order of choices. Updated rows would stay in the order in which
 * the choices got their first vote.
 */
async function storeShown(
  { kysely }: Transaction<Tables>,
  pollIds: readonly number[],
  ballots: readonly (SealedBallots & { poll_id: number })[],
): Promise<void> {
  if (ballots.length === 0) return;
  await kysely.deleteFrom('ballot_counts').where('poll_id', 'in', pollIds).execute();
  const column = (key: 'poll_id' | 'choice' | 'n' | 'shown') => ballots.map((row) => row[key]);
  const rows = sql<SealedBallots & { poll_id: number }>`unnest(${column('poll_id')}::bigint[],
    ${column('choice')}::smallint[], ${column('n')}::int[], ${column('shown')}::int[])`;
  await kysely
    .insertInto('ballot_counts')
    .columns(['poll_id', 'choice', 'n', 'shown'])
    .expression((eb) =>
      eb
        .selectFrom(rows.as<'s'>(sql`s (poll_id, choice, n, shown)`))
        .select(['s.poll_id', 's.choice', 's.n', 's.shown'])
        .orderBy('s.poll_id')
        .orderBy('s.choice'),
    )
    .execute();
}

async function storeCounts(
  { kysely }: Transaction<Tables>,
  { id, method, options }: SealedPoll,
  counted: number,
  ballots: readonly SealedBallots[],
): Promise<TallyRow> {
  const counts = ballots.map(({ choice, shown }) => ({ choice, n: shown }));
  return kysely
    .updateTable('poll_counters')
    .set((eb) => ({
      votes: votesPerOption(method, options.length, counts),
      counted_votes: counted,
      version: eb('version', '+', 1),
    }))
    .where('poll_id', '=', id)
    .returning(TALLY_COLUMNS)
    .executeTakeFirstOrThrow();
}
