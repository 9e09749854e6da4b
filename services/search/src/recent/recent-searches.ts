import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { RECENT_SEARCHES_MAX, type RecentSearch } from '@inkling/contracts';
import { ApiError, Database, type Transaction } from '@inkling/platform';

/** Within this time, a longer or shorter text counts as the same search, still being typed. */
const TYPING_SECONDS = 10;
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

  constructor(private readonly database: Database) {}

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
    const rows = await this.database.query<{ id: string; query: string }>({
      name: 'recent-list',
      text: `select id, query from recent_searches where user_id = $1
             order by searched_at desc, id desc limit ${RECENT_SEARCHES_MAX}`,
      values: [userId],
    });
    return rows.map(({ id, query }) => ({ id: Number(id), query }));
  }

  /** Throws `search-not-found` if the user has no such search. */
  async forget(userId: number, searchId: number): Promise<void> {
    const rows = await this.database.query({
      name: 'recent-delete',
      text: 'delete from recent_searches where id = $2 and user_id = $1 returning id',
      values: [userId, searchId],
    });
    if (rows.length === 0) throw new ApiError('search-not-found');
  }

  /** Runs after the last call was answered, while the database is still open. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.#writes.values());
  }
}

async function store(tx: Transaction, userId: number, query: string): Promise<void> {
  const key = keyOf(query);
  // Serialises the writes of replicas for one user.
  await tx.query({ text: `select pg_advisory_xact_lock(hashtextextended('recent-searches', $1))`, values: [userId] });
  const [last] = await tx.query<{ id: string; query_key: string; typing: boolean }>({
    text: `select id, query_key, searched_at > clock_timestamp() - interval '${TYPING_SECONDS} seconds' as typing
           from recent_searches where user_id = $1 order by searched_at desc, id desc limit 1`,
    values: [userId],
  });
  const typing = last?.typing && (key.startsWith(last.query_key) || last.query_key.startsWith(key));
  if (typing) await tx.query({ text: 'delete from recent_searches where id = $1', values: [last.id] });
  await tx.query({
    text: `insert into recent_searches (user_id, query, query_key) values ($1, $2, $3)
           on conflict (user_id, query_key) do update set query = excluded.query, searched_at = excluded.searched_at`,
    values: [userId, query, key],
  });
  await tx.query({
    text: `delete from recent_searches where user_id = $1 and id not in (
             select id from recent_searches where user_id = $1
             order by searched_at desc, id desc limit ${RECENT_SEARCHES_MAX}
           )`,
    values: [userId],
  });
}
