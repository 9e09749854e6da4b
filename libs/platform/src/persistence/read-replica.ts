import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Counter } from '@prometheus-io/client';
import pg, { type Pool, type PoolConfig } from 'pg';
import { readsMayBeLate } from '../context/late-reads.js';
import type { Metrics } from '../telemetry/metrics.js';
import { observePool } from './pool-metrics.js';

/**
 * Milliseconds that the standby may lag; a standby further behind is not read. Gateways keep people who have written
 * on the primary for longer than this (gateway/src/session/recent-writers.ts).
 */
export const LAG_MAX_MS = 2_000;
const SAMPLE_MS = 250;
/** Without a late read for so long, the two servers are not asked any more. */
const IDLE_MS = 10_000;
/** A standby that is silent costs a read so much before the primary answers it. */
const ANSWER_MS = 1_000;
const CONNECT_MS = 1_000;
/** Positions that are remembered while the standby is behind. */
const MARKS_MAX = 1_000;

const BEGINNING = `'0/0'::pg_lsn`;
const WRITTEN = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${BEGINNING}) as position`;
/** Null on a server that is no standby, or no longer one. */
const REPLAYED = `
  select pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end, ${BEGINNING}) as position`;

/** A position in the write-ahead log, in bytes; a double holds 9 petabytes exactly. */
async function positionOn(pool: Pool, text: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ position: string | null }>(text);
  const position = rows[0]?.position;
  return position == null ? undefined : Number(position);
}

/** DATABASE_READ_URL, whose user, password, database and options are those of DATABASE_URL where it names none. */
export function standbyUrl(given: string, primary: string): string {
  const [url, own] = [new URL(given), new URL(primary)];
  if (url.username === '') [url.username, url.password] = [own.username, own.password];
  if (url.pathname.length <= 1) url.pathname = own.pathname;
  if (url.search === '') url.search = own.search;
  return url.href;
}

export interface ReadReplicaOptions {
  /** The standby's, complete. */
  readonly url: string;
  /** Connections to it at the most. */
  readonly max: number;
  /** The schema's name. */
  readonly service: string;
  readonly primary: Pool;
  readonly metrics: Metrics;
}

/**
 * A standby of the primary (ADR 37). While late reads come, it compares the two servers' positions in the write-ahead
 * log, and so knows an instant of this process's clock up to which the standby shows all that was committed.
 */
export class ReadReplica implements OnApplicationShutdown {
  readonly pool: Pool;
  readonly #options: ReadReplicaOptions;
  readonly #logger = new Logger(ReadReplica.name);
  readonly #reads: Counter<'server'>;
  /** Where the primary was, and when; the oldest first. */
  #marks: { readonly at: number; readonly position: number }[] = [];
  #shownUpTo = -Infinity;
  #usedAt = -Infinity;
  #following = false;
  #closed = false;
  /** What the log said last about where late reads go. */
  #told = false;

  constructor(options: ReadReplicaOptions) {
    this.#options = options;
    const { service, metrics } = options;
    this.pool = this.openPool('replica', {
      application_name: `inkling-${service}-replica`,
      statement_timeout: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    this.#reads = new Counter({
      name: 'inkling_late_reads_total',
      help: 'Reads that may be late, by the server that answered them',
      labelNames: ['server'],
      registers: [metrics.registry],
    });
    metrics.read('inkling_replica_lag_seconds', 'How far the standby is behind, while it is in use', () =>
      this.#following && this.#shownUpTo > 0 ? [{ value: (performance.now() - this.#shownUpTo) / 1_000 }] : undefined,
    );
  }

  /** Another pool of connections to the standby; whoever opens it ends it. */
  openPool(name: string, config: PoolConfig): Pool {
    const { url, max, primary, metrics } = this.#options;
    const pool = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      // The same types of values in rows.
      types: primary.options.types!,
      ...config,
    });
    pool.on('error', (error) => this.#logger.warn(`An idle connection was lost: ${error.message}`));
    observePool(metrics, pool, name);
    return pool;
  }

  /**
   * Reads from the standby where the current call's reads may be late and the standby is close behind. Whatever fails
   * there is read from the primary: a lost connection, a conflict with what is replayed, a table that is still to come.
   */
  async read<T>(onStandby: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    if (!readsMayBeLate()) return onPrimary();
    this.#use();
    if (this.#isClose) {
      try {
        const result = await onStandby();
        this.#reads.inc({ server: 'standby' });
        return result;
      } catch {
        // The primary answers; the next comparison finds out whether the standby is away.
      }
    }
    this.#reads.inc({ server: 'primary' });
    return onPrimary();
  }

  async onApplicationShutdown(): Promise<void> {
    this.#closed = true;
    await this.pool.end();
  }

  get #isClose(): boolean {
    return performance.now() - this.#shownUpTo <= LAG_MAX_MS;
  }

  #use(): void {
    this.#usedAt = performance.now();
    if (this.#following || this.#closed) return;
    this.#following = true;
    void this.#follow();
  }

  async #follow(): Promise<void> {
    while (!this.#closed && performance.now() - this.#usedAt < IDLE_MS) {
      await this.#compare().catch((error: unknown) => this.#lost(error));
      this.#tell();
      await sleep(SAMPLE_MS, undefined, { ref: false });
    }
    this.#following = false;
    this.#marks = [];
  }

  async #compare(): Promise<void> {
    // Taken before the question: what was committed by now lies before the position that it returns.
    const at = performance.now();
    const [position, replayed] = await Promise.all([
      positionOn(this.#options.primary, WRITTEN),
      positionOn(this.pool, REPLAYED),
    ]);
    if (replayed === undefined) throw new Error('DATABASE_READ_URL is no standby');
    if (position !== undefined && this.#marks.length < MARKS_MAX) this.#marks.push({ at, position });
    const shown = this.#marks.findLastIndex((mark) => mark.position <= replayed);
    if (shown === -1) return;
    this.#shownUpTo = this.#marks[shown]!.at;
    this.#marks.splice(0, shown + 1);
  }

  #tell(): void {
    const close = this.#isClose;
    if (close !== this.#told) this.#logger.log(close ? 'Late reads go to the standby' : 'All reads go to the primary');
    this.#told = close;
  }

  /** Until the standby answers again, the primary is read. */
  #lost(error: unknown): void {
    if (!this.#closed && this.#told) this.#logger.warn(`The standby cannot be read: ${(error as Error).message}`);
    this.#shownUpTo = -Infinity;
    this.#marks = [];
  }
}
