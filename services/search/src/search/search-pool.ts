import { Inject, Injectable, Logger, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { BASE_CONFIG, CONFIG, Database, Metrics, ReadReplica, observePool, type BaseConfig } from '@inkling/platform';
import pg from 'pg';
import type { SearchConfig } from '../config.js';

interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

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
  /** To the standby, where there is one. */
  readonly #latePool: pg.Pool | undefined;

  constructor(
    @Inject(BASE_CONFIG) base: BaseConfig,
    @Inject(CONFIG) config: SearchConfig,
    database: Database,
    metrics: Metrics,
    @Optional() private readonly replica?: ReadReplica,
  ) {
    const timeout = config.SEARCH_TIMEOUT_MS;
    const settings = {
      application_name: 'inkling-search-reads',
      statement_timeout: timeout,
      query_timeout: 5 * timeout,
      // The pool awaits the promise, although the type says `void`.
      onConnect: applySettings as (client: pg.ClientBase) => void,
    };
    this.#latePool = replica?.openPool('search-replica', settings);
    this.#pool = new pg.Pool({
      ...settings,
      connectionString: base.DATABASE_URL!,
      max: base.DATABASE_POOL,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // The same types of values in rows.
      types: database.pool.options.types,
    });
    observePool(metrics, this.#pool, 'search');
    const logger = new Logger(SearchPool.name);
    this.#pool.on('error', (error) => logger.warn(`An idle connection was lost: ${error.message}`));
  }

  /** Runs a named statement. Throws PostgreSQL's errors, such as `57014` for a timeout. */
  query<R extends object>(sql: Statement): Promise<R[]> {
    return rowsOf<R>(this.#pool, sql);
  }

  /** As `query`, for a read that may be late (ADR 37). */
  read<R extends object>(sql: Statement): Promise<R[]> {
    const [replica, late] = [this.replica, this.#latePool];
    if (!replica || !late) return this.query(sql);
    return replica.read(
      () => rowsOf<R>(late, sql),
      () => this.query<R>(sql),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#latePool?.end()]);
  }
}

const rowsOf = async <R extends object>(pool: pg.Pool, sql: Statement): Promise<R[]> =>
  (await pool.query(sql as { text: string; values?: unknown[] })).rows as R[];
