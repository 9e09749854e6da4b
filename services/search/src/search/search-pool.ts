import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { BASE_CONFIG, CONFIG, Database, Metrics, observePool, type BaseConfig } from '@inkling/platform';
import pg from 'pg';
import type { SearchConfig } from '../config.js';

const applySettings = async (client: pg.ClientBase): Promise<void> => {
  await client.query('set enable_seqscan = off; set plan_cache_mode = force_generic_plan; set jit = off');
};

/**
 * A separate pool of connections for searches, so that searches and a flood of events cannot block each other. Every
 * statement here finds its rows by index and uses a generic plan, because planning would take longer than running.
 */
@Injectable()
export class SearchPool implements OnApplicationShutdown {
  readonly #pool: pg.Pool;

  constructor(
    @Inject(BASE_CONFIG) base: BaseConfig,
    @Inject(CONFIG) config: SearchConfig,
    database: Database,
    metrics: Metrics,
  ) {
    const timeout = config.SEARCH_TIMEOUT_MS;
    this.#pool = new pg.Pool({
      connectionString: base.DATABASE_URL!,
      max: base.DATABASE_POOL,
      application_name: 'inkling-search-reads',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      statement_timeout: timeout,
      query_timeout: 5 * timeout,
      // The same types of values in rows.
      types: database.pool.options.types,
      // The pool awaits the promise, although the type says `void`.
      onConnect: applySettings as (client: pg.ClientBase) => void,
    });
    observePool(metrics, this.#pool, 'search');
    const logger = new Logger(SearchPool.name);
    this.#pool.on('error', (error) => logger.warn(`An idle connection was lost: ${error.message}`));
  }

  /** Runs a named statement. Throws PostgreSQL's errors, such as `57014` for a timeout. */
  async query<R extends object>(sql: { name?: string; text: string; values?: readonly unknown[] }): Promise<R[]> {
    return (await this.#pool.query(sql as { text: string; values?: unknown[] })).rows as R[];
  }

  onApplicationShutdown(): Promise<void> {
    return this.#pool.end();
  }
}
