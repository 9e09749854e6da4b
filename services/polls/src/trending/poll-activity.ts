import { Inject, Injectable } from '@nestjs/common';
import { ActivityCounter, CONFIG, Database, halfLives, isConnectionFailure } from '@inkling/platform';
import type { PollsConfig } from '../config.js';
import { ADD_ACTIVITY, MARK_TRENDING, TOP_POLLS, type TopPoll } from './trending.sql.js';

const WRITE_BATCH = 2_000;
/** Current acts that a poll needs to be marked as trending: in a quiet hour nothing trends. */
const MARKED_FROM = 5;

/** Votes, likes and comments on polls, as scores by which polls trend (docs/product.md#trending). */
@Injectable()
export class PollActivity extends ActivityCounter {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) config: PollsConfig,
  ) {
    super(config.TRENDING_FLUSH_MS);
  }

  /** Adds activity that counted `weight` acts at the instant `at`. */
  async store(weights: ReadonlyMap<number, number>, at: Date): Promise<void> {
    const sorted = [...weights].toSorted(([a], [b]) => a - b);
    for (let start = 0; start < sorted.length; start += WRITE_BATCH) {
      const batch = sorted.slice(start, start + WRITE_BATCH);
      const values = [
        `{${batch.map(([id]) => id).join(',')}}`,
        `{${batch.map(([, weight]) => weight).join(',')}}`,
        halfLives(at),
      ];
      await this.database.query({ name: 'trending-add', text: ADD_ACTIVITY, values });
    }
  }

  /** Updates the marks of trending polls after each flush, because they also change as time passes. */
  protected override async stored(): Promise<void> {
    await this.mark(new Date()).catch((error: unknown) => {
      if (isConnectionFailure(error)) this.logger.warn('Trending polls cannot be marked now; the next flush retries');
      else this.logger.error('Trending polls could not be marked', error);
    });
  }

  /** Sets and clears the marks of trending polls. Writes only the few that change. */
  async mark(now: Date): Promise<void> {
    await this.database.query({
      name: 'trending-mark',
      text: MARK_TRENDING,
      values: [halfLives(now) + Math.log2(MARKED_FROM)],
    });
  }

  /** The polls with the highest scores that the viewer sees, highest first. */
  top(viewerId: number | undefined): Promise<TopPoll[]> {
    return this.database.query<TopPoll>({ name: 'trending-top', text: TOP_POLLS, values: [viewerId ?? null] });
  }
}
