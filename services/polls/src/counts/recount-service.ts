import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { LiveTallies } from '../live/live-tallies.js';
import { toLiveTally } from '../live/tally-row.js';
import { RecountRepository } from './recount-repository.js';

/** Counters that are read at once. */
const READ = 500;
/** Rows that one statement counts, about; a poll with more is counted by itself. */
const ROWS_MAX = 100_000;

/** Cuts polls into groups that one statement can count. */
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
 * Sets counters right that differ from the rows they count. Everything
 * is compared without a lock; only what is wrong is counted again under one, so that a recount leaves voting alone.
 */
@Injectable()
export class RecountService {
  constructor(
    private readonly database: Database,
    private readonly counts: RecountRepository,
    private readonly live: LiveTallies,
  ) {}

  /** `checked` counters of polls and authors, of which `corrected` were wrong. Safe to repeat, and at any time. */
  async recount(): Promise<{ checked: number; corrected: number }> {
    const [polls, authors] = [await this.#polls(), await this.#authors()];
    return { checked: polls.checked + authors.checked, corrected: polls.corrected + authors.corrected };
  }

  async #polls(): Promise<{ checked: number; corrected: number }> {
    const result = { checked: 0, corrected: 0 };
    let page = await this.counts.nextPolls(0, READ);
    while (page.length > 0) {
      for (const group of countable(page)) {
        for (const pollId of await this.counts.wrongPolls(group)) {
          const tally = await this.database.transaction((tx) => this.counts.correctPoll(tx, pollId));
          if (!tally) continue;
          result.corrected += 1;
          this.live.mark(toLiveTally(tally, 'update'));
        }
      }
      result.checked += page.length;
      page = await this.counts.nextPolls(page.at(-1)!.pollId, READ);
    }
    return result;
  }

  async #authors(): Promise<{ checked: number; corrected: number }> {
    const result = { checked: 0, corrected: 0 };
    let page = await this.counts.nextAuthors(0, READ);
    while (page.length > 0) {
      for (const { userId, wrong } of page) {
        if (wrong && (await this.database.transaction((tx) => this.counts.correctAuthor(tx, userId))))
          result.corrected += 1;
      }
      result.checked += page.length;
      page = await this.counts.nextAuthors(page.at(-1)!.userId, READ);
    }
    return result;
  }
}
