import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { RECENT_SEARCHES_MAX, type RecentSearch } from '@inkling/contracts';
import { ApiError, Database, lockIds, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';

/** Within this time, a longer or shorter text counts as the same search, still being typed. */
const TYPING = sql`interval '10 seconds'`;
/** Searches that may wait to be stored. More are dropped, because the search itself matters more. */
const PENDING_MAX = 1_000;

/** Two searches with the same key are the same: case and the number of spaces do not count. */
const keyOf = (query: string): string => query.toLowerCase().replace(/\s+/gu, ' ');

/** Each user's latest searches, the newest first. */
@Injectable()
export class RecentSearches implements OnApplicationShutdown {
  readonly #logger = new Logger(RecentSearches.name);
  /** The last write of each user. The writes of one user run one after the other. */
  readonly #writes = new Map<number, Promise<void>>();
  #pending = 0;

  constructor(private readonly database: Database<Tables>) {}

  /** Stores a search in the background. */
  remember(userId: number, query: string): void {
    if (this.#pending >= PENDING_MAX) return;
    this.#pending += 1;
    const write = (this.#writes.get(userId) ?? Promise.resolve())
      .then(() => this.database.transaction((tx) => store(tx, userId, query)))
      .catch((error: Error) => this.#logger.warn(`A recent search could not be stored: ${error.message}`))
      .finally(() => {
        this.#pending -= 1;
        if (this.#writes.get(userId) === write) this.#writes.delete(userId);
      });
    this.#writes.set(userId, write);
  }

  /** At most RECENT_SEARCHES_MAX. */
  async list(userId: number): Promise<RecentSearch[]> {
    // The list includes the search that the user has just made.
    await this.#writes.get(userId);
    return this.database.kysely
      .selectFrom('recent_searches')
      .select(['id', 'query'])
      .where('user_id', '=', userId)
      .orderBy('searched_at', 'desc')
      .orderBy('id', 'desc')
      .limit(RECENT_SEARCHES_MAX)
      .execute();
  }

  /** Throws `search-not-found` if the user has no such search. */
  async forget(userId: number, searchId: number): Promise<void> {
    const { numDeletedRows } = await this.database.kysely
      .deleteFrom('recent_searches')
      .where('id', '=', searchId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw new ApiError('search-not-found');
  }

  /** Runs after the last call was answered, while the database is still open. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.#writes.values());
  }
}

async function store(tx: Transaction<Tables>, userId: number, query: string): Promise<void> {
  const { kysely } = tx;
  const key = keyOf(query);
  // Serialises the writes of replicas for one user.
  await lockIds(tx, 'recent-searches', [userId]);
  const latest = kysely
    .selectFrom('recent_searches')
    .where('user_id', '=', userId)
    .orderBy('searched_at', 'desc')
    .orderBy('id', 'desc');
  const last = await latest
    .select(['id', 'query_key', sql<boolean>`searched_at > clock_timestamp() - ${TYPING}`.as('recent')])
    .limit(1)
    .executeTakeFirst();
  const typing = last?.recent && (key.startsWith(last.query_key) || last.query_key.startsWith(key));
  if (typing) await kysely.deleteFrom('recent_searches').where('id', '=', last.id).execute();
  await kysely
    .insertInto('recent_searches')
    .values({ user_id: userId, query, query_key: key })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'query_key']).doUpdateSet((row) => ({
        query,
        searched_at: row.ref('excluded.searched_at'),
      })),
    )
    .execute();
  await kysely
    .deleteFrom('recent_searches')
    .where('user_id', '=', userId)
    .where('id', 'not in', latest.select('id').limit(RECENT_SEARCHES_MAX))
    .execute();
}
