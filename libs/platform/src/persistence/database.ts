import { Inject, Injectable, Optional } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { EventContract, EventData } from '@inkling/contracts';
import type { Kysely, QueryResult } from 'kysely';
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { readsMayBeLate } from '../context/late-reads.js';
import { isRetryable } from '../errors/database-errors.js';
import { Outbox } from './outbox.js';
import { Metrics } from '../telemetry/metrics.js';
import { Tracing } from '../telemetry/tracing.js';
import { kyselyOn, type Execute } from './kysely-on.js';
import { OpenTransaction } from './open-transaction.js';
import type { PlatformTables } from './platform.entities.js';
import { observePool } from './pool-metrics.js';
import { PreparedNames } from './prepared-names.js';
import { ReadReplica } from './read-replica.js';

export interface Sql {
  /**
   * Outside a transaction, a name makes it a prepared statement of its connection: planning costs more than running.
   */
  readonly name?: string;
  /** Parameters as `$1`, `$2`. */
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Outside a transaction: milliseconds after which the statement is given up. Default: the pool's limit of 10 s. */
  readonly timeoutMs?: number;
}

/** One transaction, on one connection, for entities, Kysely, SQL and events alike. */
export interface Transaction<Tables = PlatformTables> {
  readonly em: EntityManager;
  /** Typed from the service's entities; sees what `em` has changed so far. */
  readonly kysely: Kysely<Tables>;
  /** For the statements that Kysely cannot say; sees what `em` has changed so far. */
  query<R extends QueryResultRow>(sql: Sql): Promise<R[]>;
  /** Writes the event's outbox row; the relay is woken once the transaction has committed. */
  publish<C extends EventContract>(contract: C, data: EventData<C>): Promise<void>;
}

/** Where statements run by themselves. */
export interface Reads<Tables = PlatformTables> {
  readonly kysely: Kysely<Tables>;
  query<R extends QueryResultRow>(sql: Sql): Promise<R[]>;
}

/** Injection token of the service's MikroORM instance. */
export const ORM = Symbol('orm');
/** Injection token of the connection pool, which is MikroORM's own. */
export const POOL = Symbol('pool');

const spanOptions = (operation: string) => ({
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation },
});
/** A statement's own name, or what it does; never its text or values. */
const nameOf = ({ name, text }: Sql): string =>
  name ?? /^\s*([a-z]{1,12})\b/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';

/**
 * A service's schema. `Tables` are those of its entities: `constructor(private readonly database: Database<Tables>)`.
 * Ordinary statements use `kysely`, or entities in a transaction; the few whose speed is measured are SQL (ADR 7).
 */
@Injectable()
export class Database<Tables = PlatformTables> implements Reads<Tables> {
  readonly #names = new PreparedNames();
  /** Runs each statement by itself, as `query` does; reads are prepared. */
  readonly kysely: Kysely<Tables> = kyselyOn((text, values) => this.#retried({ text, values }, this.#names.of(text)));
  /**
   * For reads that may be late, where there is a standby: it answers people who have written nothing lately (ADR 37).
   * Without one this is the database itself. Nothing that decides a write, a right or a limit is read here.
   */
  readonly reads: Reads<Tables>;

  constructor(
    @Inject(ORM) readonly orm: MikroORM,
    @Inject(POOL) readonly pool: Pool,
    private readonly outbox: Outbox,
    private readonly tracing: Tracing,
    metrics: Metrics,
    @Optional() replica?: ReadReplica,
  ) {
    observePool(metrics, pool, 'main');
    this.reads = replica ? this.#readsOn(replica) : this;
  }

  #readsOn(replica: ReadReplica): Reads<Tables> {
    const read = (sql: Sql, prepared = sql.name): Promise<QueryResult<unknown>> =>
      replica.read(
        () => this.#execute(replica.pool, sql, prepared),
        () => this.#retried(sql, prepared),
      );
    return {
      kysely: kyselyOn((text, values) => read({ text, values }, this.#names.of(text))),
      query: async <R extends QueryResultRow>(sql: Sql) => (await read(sql)).rows as R[],
    };
  }

  /** `reads.query` for one thing that may be new: what the standby does not have is looked for on the primary. */
  async find<R extends QueryResultRow>(sql: Sql): Promise<R[]> {
    const rows = await this.reads.query<R>(sql);
    return rows.length === 0 && this.reads !== this && readsMayBeLate() ? this.query<R>(sql) : rows;
  }

  /**
   * Runs one statement by itself, committed when the promise resolves. A deadlock or serialization failure is tried
   * once more: it has left nothing behind.
   */
  async query<R extends QueryResultRow>(sql: Sql): Promise<R[]> {
    return (await this.#retried(sql)).rows as R[];
  }

  async #retried(sql: Sql, prepared = sql.name): Promise<QueryResult<unknown>> {
    try {
      return await this.#execute(this.pool, sql, prepared);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return this.#execute(this.pool, sql, prepared);
    }
  }

  /** @param prepared name of the prepared statement; the span has the statement's own name */
  #execute(on: Pool | PoolClient, sql: Sql, prepared?: string): Promise<QueryResult<unknown>> {
    const { text, values, timeoutMs } = sql;
    const config = {
      text,
      values,
      ...(prepared === undefined ? {} : { name: prepared }),
      ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
    } as QueryConfig;
    return this.#traced(nameOf(sql), async () => {
      const { rows, rowCount } = await on.query(config);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    });
  }

  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it throws. A deadlock or serialization
   * failure is tried once more, so `work` must have no effect outside the transaction.
   */
  async transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    try {
      return await this.#attempt(work);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return this.#attempt(work);
    }
  }

  #attempt<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#traced('transaction', () => this.#run(work));
  }

  async #run<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const execute: Execute = (text, values) => this.#execute(client, { text, values });
    const tx = new OpenTransaction<Tables>(execute, () => this.orm.em.fork(), this.outbox);
    let broken = false;
    try {
      await client.query('begin');
      const result = await work(tx);
      await tx.flush();
      await client.query('commit');
      if (tx.published) this.outbox.wake();
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => (broken = true));
      throw error;
    } finally {
      // A connection that cannot even roll back is closed, and makes room for another.
      client.release(broken);
    }
  }

  #traced<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.tracing.on ? this.tracing.child(name, spanOptions(name), work) : work();
  }
}
