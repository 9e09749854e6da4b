import { Inject, Injectable } from '@nestjs/common';
import { leadersOf, pollEnded } from '@inkling/contracts';
import { CONFIG, Database, PeriodicWorker, type Transaction } from '@inkling/platform';
import type { PollsConfig } from '../config.js';
import { sql } from 'kysely';
import { LiveTallies, toLiveTally } from '../live/live-tallies.js';
import { SealedCounts } from '../sealed/sealed-counts.js';
import { runOffOf } from '../results/run-offs.js';
import type { Tables } from '../tables.js';

/** Ends announced in one transaction. */
const BATCH = 100;

/**
 * Announces every poll's end once, with which a sealed poll shows all its votes. One transaction removes the due end
 * from its table and writes the event, so neither a restart nor a second replica loses or repeats one.
 */
@Injectable()
export class EndAnnouncer extends PeriodicWorker {
  constructor(
    private readonly database: Database<Tables>,
    private readonly sealed: SealedCounts,
    private readonly live: LiveTallies,
    @Inject(CONFIG) config: PollsConfig,
  ) {
    super({ name: 'Announcing ended polls', everyMs: config.POLL_END_SWEEP_MS });
  }

  protected async work(stopping: AbortSignal): Promise<void> {
    let taken = BATCH;
    // A batch may be smaller although more is due, because another replica took a part.
    while (taken > 0 && !stopping.aborted) taken = await this.#announceBatch();
  }

  /** Returns the number of ends taken. */
  async #announceBatch(): Promise<number> {
    const { count, opened } = await this.database.transaction(async (tx) => {
      const due = await dueEnds(tx);
      if (due.length === 0) return { count: 0, opened: [] };
      // Deleting or hiding a poll, and showing more counts of a sealed one, lock the poll before its tally, too.
      await tx.kysely.selectFrom('polls').select('id').where('id', 'in', due).orderBy('id').forNoKeyUpdate().execute();
      // Wait for votes under way, which hold the tallies, so that they are counted.
      await tx.kysely
        .selectFrom('poll_counters')
        .select('poll_id')
        .where('poll_id', 'in', due)
        .orderBy('poll_id')
        .forUpdate()
        .execute();
      const taken = await takeEnds(tx, due);
      const pollIds = taken.map(({ pollId }) => pollId);
      const opened = pollIds.length > 0 ? await this.sealed.close(tx, pollIds) : [];
      const votes = new Map(opened.map((tally) => [tally.poll_id, tally.votes]));
      for (const end of taken) await announce(tx, { ...end, votes: votes.get(end.pollId) ?? end.votes });
      return { count: taken.length, opened };
    });
    for (const tally of opened) this.live.mark(toLiveTally(tally, 'vote'));
    return count;
  }
}

/** Polls whose end was a second ago or earlier, so that votes cast before it have reached the database. */
async function dueEnds(tx: Transaction<Tables>): Promise<number[]> {
  const ends = await tx.kysely
    .selectFrom('due_ends')
    .select('poll_id')
    .where('end_date', '<=', sql<Date>`now() - interval '1 second'`)
    .orderBy('end_date')
    .limit(BATCH)
    .execute();
  return ends.map((end) => end.poll_id);
}

type TakenEnd = Awaited<ReturnType<typeof takeEnds>>[number];

/** Decides the run-off of a ranked poll, and writes the event with the options that lead. */
async function announce(tx: Transaction<Tables>, poll: TakenEnd): Promise<void> {
  const { pollId, authorId, question, endDate, votesCount, method, options, votes, visibility } = poll;
  // Deleted polls are not announced.
  if (authorId === null || question === null || endDate === null || votesCount === null) return;
  if (method === null || options === null || votes === null) return;
  const winner = method === 'ranked' ? (await runOffOf(tx.kysely, pollId, options.length)).winner : null;
  if (winner !== null) await tx.kysely.updateTable('polls').set({ winner }).where('id', '=', pollId).execute();
  const counted = options.map((text, option) => ({ text, votes: votes[option] ?? 0 }));
  const leaders = leadersOf({ method, options: counted, votesCount, winner: winner ?? undefined });
  await tx.publish(pollEnded, {
    pollId,
    authorId,
    question,
    endDate: endDate.toISOString(),
    votesCount,
    ...(visibility === null || visibility === 'public' ? {} : { visibility }),
    // Most votes do not make an answer of a quiz right.
    ...(poll.quizAnswer === null ? { leaders } : {}),
  });
}

/** Removes the due ends of these polls, except those that another replica is announcing, and reads the polls. */
const takeEnds = (tx: Transaction<Tables>, due: readonly number[]) =>
  tx.kysely
    .with(
      (cte) => cte('due').materialized(),
      (db) => db.selectFrom('due_ends').select('poll_id').where('poll_id', 'in', due).forUpdate().skipLocked(),
    )
    .with('taken', (db) =>
      db.deleteFrom('due_ends as d').using('due').whereRef('d.poll_id', '=', 'due.poll_id').returning('d.poll_id'),
    )
    .selectFrom('taken as t')
    .leftJoin('polls as p', (join) => join.onRef('p.id', '=', 't.poll_id').on('p.deleted_at', 'is', null))
    .leftJoin('poll_counters as c', 'c.poll_id', 'p.id')
    .select([
      't.poll_id as pollId',
      'p.author_id as authorId',
      'p.question',
      'p.end_date as endDate',
      'p.method',
      'p.visibility',
      'p.options',
      'p.quiz_answer as quizAnswer',
      'c.votes',
      'c.votes_count as votesCount',
    ])
    .execute();
