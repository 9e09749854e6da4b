import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database, PeriodicTask } from '@inkling/platform';
import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../tables.js';

const EVERY_MS = 5_000;
/** Polls in memory; more of them are stored early. While the database is away, views of others are not counted. */
const POLLS_MAX = 20_000;
const WRITE_BATCH = 2_000;

const THIS_HOUR = sql<Date>`date_trunc('hour', now(), 'UTC')`;

/** Views up to the last full hour. What is not told yet would tell the moment of a view (ADR 5). */
export const viewsToTell = (kind: 'page' | 'feed'): RawBuilder<number> => {
  const [all, told] = [`poll_statistics.${kind}_views`, `poll_statistics.${kind}_views_told`].map((name) =>
    sql.ref(name),
  );
  return sql<number>`case when poll_statistics.views_hour = ${THIS_HOUR} then ${told!} else ${all!} end`;
};

interface Views {
  page: number;
  feed: number;
}

/**
 * Counts how often polls are seen, never by whom (docs/product.md#statistics). Counts are kept in memory and added to
 * the table every few seconds, many polls in one statement. A crash loses those seconds.
 */
@Injectable()
export class PollViews implements OnApplicationBootstrap, OnApplicationShutdown {
  #views = new Map<number, Views>();
  readonly #storing = new PeriodicTask({
    name: 'Storing views of polls',
    everyMs: EVERY_MS,
    jitter: 0.2,
    run: () => this.#store(),
  });

  constructor(private readonly database: Database<Tables>) {}

  onApplicationBootstrap(): void {
    this.#storing.start();
  }

  /** At this point all calls are answered, and the database is still open. */
  async onApplicationShutdown(): Promise<void> {
    await this.#storing.stop();
    await this.flush();
  }

  /** Somebody loads a poll's page. */
  opened(pollId: number): void {
    this.#add(pollId, { page: 1, feed: 0 });
  }

  /** A page of a list shows these polls to so many people. */
  listed(pollIds: readonly number[], people = 1): void {
    for (const pollId of pollIds) this.#add(pollId, { page: 0, feed: people });
  }

  /** Resolves when everything counted so far is stored, or kept for the next time. */
  async flush(): Promise<void> {
    await this.#storing.run();
    // A run that was under way has left out what was counted meanwhile.
    if (this.#views.size > 0) await this.#storing.run();
  }

  #add(pollId: number, { page, feed }: Views): void {
    const views = this.#views.get(pollId);
    if (views) {
      views.page += page;
      views.feed += feed;
    } else if (this.#views.size < POLLS_MAX) {
      this.#views.set(pollId, { page, feed });
      if (this.#views.size === POLLS_MAX) void this.flush();
    }
  }

  async #store(): Promise<void> {
    // In key order, so that replicas do not deadlock.
    const waiting = [...this.#views].toSorted(([a], [b]) => a - b);
    this.#views = new Map();
    for (let start = 0; start < waiting.length; start += WRITE_BATCH)
      try {
        await this.#write(waiting.slice(start, start + WRITE_BATCH));
      } catch (error) {
        for (const [pollId, views] of waiting.slice(start)) this.#add(pollId, views);
        throw error;
      }
  }

  /** Polls that are gone are left out. */
  async #write(batch: readonly (readonly [number, Views])[]): Promise<void> {
    const rows = sql<{
      poll_id: number;
      page: number;
      feed: number;
    }>`unnest(${batch.map(([pollId]) => pollId)}::bigint[],
      ${batch.map(([, { page }]) => page)}::bigint[], ${batch.map(([, { feed }]) => feed)}::bigint[])`;
    await this.database.kysely
      .insertInto('poll_statistics')
      .columns(['poll_id', 'page_views', 'feed_views', 'views_hour'])
      .expression((eb) =>
        eb
          .selectFrom(rows.as<'v'>(sql`v (poll_id, page, feed)`))
          .innerJoin('polls as p', 'p.id', 'v.poll_id')
          .select(['v.poll_id', 'v.page', 'v.feed', THIS_HOUR.as('hour')])
          .where('p.deleted_at', 'is', null)
          .orderBy('v.poll_id'),
      )
      .onConflict((conflict) =>
        conflict.column('poll_id').doUpdateSet((eb) => ({
          page_views: eb('poll_statistics.page_views', '+', eb.ref('excluded.page_views')),
          feed_views: eb('poll_statistics.feed_views', '+', eb.ref('excluded.feed_views')),
          page_views_told: viewsToTell('page'),
          feed_views_told: viewsToTell('feed'),
          views_hour: eb.ref('excluded.views_hour'),
        })),
      )
      .execute();
  }
}
