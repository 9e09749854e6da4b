import { adminRpc } from '@inkling/contracts';
import { Database, Rpc, RpcController, type Transaction } from '@inkling/platform';
import { LiveTallies, toLiveTally, type TallyRow } from '../live/live-tallies.js';
import {
  CORRECT_AUTHOR,
  CORRECT_POLL,
  LOCK_AUTHOR,
  LOCK_POLL,
  NEXT_AUTHORS,
  NEXT_POLLS,
  WRONG_POLLS,
} from './recount.sql.js';

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
  constructor(
    private readonly database: Database,
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
        for (const pollId of await this.#wrongPolls(group)) {
          const tally = await this.database.transaction((tx) => correctPoll(tx, pollId));
          if (!tally) continue;
          result.corrected += 1;
          this.live.mark(toLiveTally(tally, 'update'));
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

  async #nextPolls(after: number): Promise<{ pollId: number; weight: number }[]> {
    const rows = await this.database.query<{ poll_id: string; weight: number }>({
      text: NEXT_POLLS,
      values: [after, PAGE],
    });
    return rows.map((row) => ({ pollId: Number(row.poll_id), weight: row.weight }));
  }

  async #wrongPolls(pollIds: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<{ poll_id: string }>({
      text: WRONG_POLLS,
      values: [`{${pollIds.join(',')}}`],
    });
    return rows.map((row) => Number(row.poll_id));
  }

  async #nextAuthors(after: number): Promise<{ userId: number; wrong: boolean }[]> {
    const rows = await this.database.query<{ user_id: string; wrong: boolean }>({
      text: NEXT_AUTHORS,
      values: [after, PAGE],
    });
    return rows.map((row) => ({ userId: Number(row.user_id), wrong: row.wrong }));
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
 * @returns the corrected tally; undefined when it was right, or the poll is gone
 */
async function correctPoll(tx: Transaction, pollId: number): Promise<TallyRow | undefined> {
  await tx.query({ text: LOCK_POLL, values: [pollId] });
  const [tally] = await tx.query<TallyRow>({ text: CORRECT_POLL, values: [pollId] });
  return tally;
}

/** Counts an author's polls while new ones wait. True when the number was wrong. */
async function correctAuthor(tx: Transaction, userId: number): Promise<boolean> {
  await tx.query({ text: LOCK_AUTHOR, values: [userId] });
  return (await tx.query({ text: CORRECT_AUTHOR, values: [userId] })).length > 0;
}
