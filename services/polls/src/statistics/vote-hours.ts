import { Injectable } from '@nestjs/common';
import { Database, LruCache, Semaphore } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';
import { hourTotals, type Total } from './totals.js';

/** Totals in memory, of all polls together. */
const TOTALS_MAX = 100_000;
const WAITING_MAX = 50;
const HOUR_MS = 3_600_000;
/** A vote may be committed this long after its time, which is when its transaction began. */
const LATE_MS = 60_000;

interface Kept {
  readonly totals: readonly Total[];
  /** When the next hour is complete, in milliseconds. */
  readonly until: number;
}

/**
 * Votes by the hour. There is no index by time, which would make every vote slower, so counting reads all votes of a
 * poll. It is done once an hour for each poll whose author asks, and for one poll at a time.
 */
@Injectable()
export class VoteHours {
  readonly #kept = new LruCache<number, Kept>(TOTALS_MAX, ({ totals }) => totals.length + 1);
  readonly #counting = new Semaphore(1, WAITING_MAX);

  constructor(private readonly database: Database<Tables>) {}

  /**
   * The totals of all hours that are over, by the database's clock.
   * @throws ApiError `unavailable` when too many polls wait
   */
  async totals(pollId: number): Promise<readonly Total[]> {
    const kept = this.#kept.get(pollId);
    if (kept && kept.until <= Date.now()) this.#kept.delete(pollId);
    return (await this.#kept.load(pollId, () => this.#counting.run(() => this.#count(pollId)))).totals;
  }

  async #count(pollId: number): Promise<Kept> {
    const { kysely } = this.database;
    const over = sql<Date>`date_trunc('hour', now() - ${LATE_MS}::int * interval '1 millisecond', 'UTC')`;
    const { until, at } = await kysely
      .selectNoFrom([over.as('until'), sql<Date>`now()`.as('at')])
      .executeTakeFirstOrThrow();
    const hours = await kysely
      .selectFrom('votes')
      .select([sql<Date>`date_trunc('hour', created_at, 'UTC')`.as('from'), sql<number>`count(*)::int`.as('votes')])
      .where('poll_id', '=', pollId)
      .where('option_index', '>=', 0)
      .where('created_at', '<', until)
      .groupBy('from')
      .orderBy('from')
      .execute();
    const left = until.getTime() + HOUR_MS + LATE_MS - at.getTime();
    return { totals: hourTotals(hours), until: Date.now() + left };
  }
}
