import { Injectable } from '@nestjs/common';
import { Database, SharedRead } from '@inkling/platform';
import { CANDIDATES, type CandidateRow } from './candidates.sql.js';
import type { Suggestible } from './recommender.js';

/** A poll that may be recommended, with its texts for any viewer (see NewestPoll). */
export interface Candidate extends Suggestible {
  readonly open: boolean;
  readonly hidden: string;
  readonly visible: string;
}

/** The counts in the candidates' texts are at most this old. */
const CACHE_MS = 1_000;

/** Polls worth recommending, the same for every viewer: the most active of the last hours, and those about to end. */
@Injectable()
export class CandidatePool {
  readonly #polls = new SharedRead(() => this.#read(), CACHE_MS);

  constructor(private readonly database: Database) {}

  /** The most active first. Concurrent callers share one read. */
  candidates(): Promise<readonly Candidate[]> {
    return this.#polls.get();
  }

  /** Call this when a poll was deleted. */
  forget(): void {
    this.#polls.forget();
  }

  async #read(): Promise<readonly Candidate[]> {
    const rows = await this.database.query<CandidateRow>({ name: 'recommendation-candidates', text: CANDIDATES });
    return rows.map((row) => ({
      pollId: row.id,
      authorId: row.author_id,
      topics: row.topics,
      mood: row.mood,
      context: row.context,
      trending: row.trending,
      endsSoon: row.ends_soon,
      inSeason: row.in_season,
      open: row.open,
      hidden: row.hidden,
      visible: row.visible,
    }));
  }
}
