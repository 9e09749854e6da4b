import { Logger } from '@nestjs/common';
import { adminRpc } from '@inkling/contracts';
import { Database, Rpc, RpcController, type Transaction } from '@inkling/platform';
import { LiveTallies, toLiveTally, type TallyRow } from '../live/live-tallies.js';
import { runOffOf } from '../results/run-offs.js';
import type { Tables } from '../tables.js';
import { WRONG_TALLIES } from './recount.sql.js';
import { unbalancedSealedPolls, wrongBallots } from './wrong-ballots.js';

/** Counters in one page. */
const PAGE = 500;
/** Rows that one statement counts, about; a poll with more is counted alone. */
const ROWS_MAX = 100_000;

interface Recounted {
  checked: number;
  corrected: number;
}

/**
 * Corrects counters that differ from the rows they count. The comparison takes no lock. Only a wrong counter is counted
 * again under one, so a recount does not slow voting down.
 */
@RpcController()
export class RecountService {
  readonly #logger = new Logger(RecountService.name);

  constructor(
    private readonly database: Database<Tables>,
    private readonly live: LiveTallies,
  ) {}

  /** Checks the counters of polls and authors. Safe to repeat, at any time. */
  @Rpc(adminRpc.recountPolls)
  async recount(): Promise<Recounted> {
    const [polls, authors] = [await this.#polls(), await this.#authors()];
    return { checked: polls.checked + authors.checked, corrected: polls.corrected + authors.corrected };
  }

  async #polls(): Promise<Recounted> {
    const result = { checked: 0, corrected: 0 };
    let page = await this.#nextPolls(0);
    while (page.length > 0) {
      for (const group of countable(page)) {
        await this.#reportSealed(group);
        for (const pollId of await this.#wrongPolls(group)) {
          const { ballots, tally } = await this.database.transaction((tx) => correctPoll(tx, pollId));
          if (ballots || tally) result.corrected += 1;
          if (tally) this.live.mark(toLiveTally(tally, 'update'));
        }
      }
      result.checked += page.length;
      page = await this.#nextPolls(page.at(-1)!.pollId);
    }
    return result;
  }

  async #authors(): Promise<Recounted> {
    const result = { checked: 0, corrected: 0 };
    let page = await this.#nextAuthors(0);
    while (page.length > 0) {
      for (const { userId, wrong } of page) {
        if (wrong && (await this.database.transaction((tx) => correctAuthor(tx, userId)))) result.corrected += 1;
      }
      result.checked += page.length;
      page = await this.#nextAuthors(page.at(-1)!.userId);
    }
    return result;
  }

  /** Polls after an id, with the number of rows to count for each. */
  async #nextPolls(after: number): Promise<{ pollId: number; weight: number }[]> {
    const counters = await this.database.kysely
      .selectFrom('poll_counters')
      .select(['poll_id as pollId', 'votes_count', 'likes_count', 'comments_count', 'abstentions_count'])
      .where('poll_id', '>', after)
      .orderBy('poll_id')
      .limit(PAGE)
      .execute();
    return counters.map(({ pollId, votes_count, likes_count, comments_count, abstentions_count }) => ({
      pollId,
      weight: votes_count + likes_count + comments_count + abstentions_count,
    }));
  }

  async #wrongPolls(pollIds: readonly number[]): Promise<number[]> {
    const tallies = await this.database.query<TallyRow>({ text: WRONG_TALLIES, values: [pollIds] });
    const ballots = await wrongBallots(this.database.kysely, pollIds);
    return [...new Set([...tallies, ...ballots].map((poll) => poll.poll_id))];
  }

  /** Says which sealed polls have lost the balance of voters and ballots; nobody can correct that. */
  async #reportSealed(pollIds: readonly number[]): Promise<void> {
    for (const pollId of await unbalancedSealedPolls(this.database.kysely, pollIds))
      this.#logger.error(`Sealed poll ${pollId} does not have one ballot for each voter; this cannot be corrected`);
  }

  /** Authors after an id, and whether their number of polls is wrong. */
  async #nextAuthors(after: number): Promise<{ userId: number; wrong: boolean }[]> {
    const authors = await this.database.kysely
      .selectFrom('authors')
      .select(['user_id as userId', 'polls_count'])
      .select((eb) =>
        eb
          .selectFrom('polls')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('polls.author_id', '=', 'authors.user_id')
          .where('polls.deleted_at', 'is', null)
          .as('counted'),
      )
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(PAGE)
      .execute();
    return authors.map(({ userId, polls_count, counted }) => ({ userId, wrong: polls_count !== counted }));
  }
}

/** Splits polls into groups that one statement can count. */
export function countable(polls: readonly { pollId: number; weight: number }[]): number[][] {
  const groups: number[][] = [];
  let room = 0;
  for (const { pollId, weight } of polls) {
    if (groups.length === 0 || weight > room) {
      groups.push([]);
      room = ROWS_MAX;
    }
    groups.at(-1)!.push(pollId);
    room -= weight;
  }
  return groups;
}

/**
 * Counts a poll's rows while its tally is locked, so that votes, likes and comments wait. Counting is a second
 * statement, because its snapshot must include everything that was committed before the lock was granted.
 * @returns whether ballots were wrong, and the corrected tally; undefined when it was right, or the poll is gone
 */
async function correctPoll(tx: Transaction<Tables>, pollId: number): Promise<{ ballots: boolean; tally?: TallyRow }> {
  const locked = await tx.kysely
    .selectFrom('poll_counters')
    .select('poll_id')
    .where('poll_id', '=', pollId)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) return { ballots: false };
  const wrong = await wrongBallots(tx.kysely, [pollId]);
  for (const ballot of wrong)
    await tx.kysely
      .insertInto('ballot_counts')
      .values(ballot)
      .onConflict((conflict) => conflict.columns(['poll_id', 'choice']).doUpdateSet({ n: ballot.n }))
      .execute();
  const ballots = wrong.length > 0;
  if (ballots) await correctWinner(tx, pollId);
  const [counted] = await tx.query<TallyRow>({ text: WRONG_TALLIES, values: [[pollId]] });
  if (!counted) return { ballots };
  const { poll_id, version, ...counts } = counted;
  const tally = await tx.kysely
    .updateTable('poll_counters')
    .set({ ...counts, version: version + 1 })
    .where('poll_id', '=', poll_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ballots, tally };
}

/** Decides the run-off of a poll again whose winner is known. */
async function correctWinner({ kysely }: Transaction<Tables>, pollId: number): Promise<void> {
  const decided = await kysely
    .selectFrom('polls')
    .select('options')
    .where('id', '=', pollId)
    .where('winner', 'is not', null)
    .executeTakeFirst();
  if (!decided) return;
  const { winner } = await runOffOf(kysely, pollId, decided.options.length);
  await kysely.updateTable('polls').set({ winner }).where('id', '=', pollId).execute();
}

/** Counts an author's polls while new ones wait. True when the number was wrong. */
async function correctAuthor(tx: Transaction<Tables>, userId: number): Promise<boolean> {
  const author = await tx.kysely
    .selectFrom('authors')
    .select('polls_count')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { count } = await tx.kysely
    .selectFrom('polls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (author.polls_count === count) return false;
  await tx.kysely.updateTable('authors').set({ polls_count: count }).where('user_id', '=', userId).execute();
  return true;
}
