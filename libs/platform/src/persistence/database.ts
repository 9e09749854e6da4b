import { Inject, Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { EventContract, EventData } from '@inkling/contracts';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import { isRetryable } from '../errors/database-errors.js';
import { Outbox } from '../outbox/outbox.js';
import { Metrics } from '../telemetry/metrics.js';
import { Tracing } from '../telemetry/tracing.js';
import { observePool } from './pool-metrics.js';
import { TransactionLeases } from './transaction-leases.js';

export interface Sql {
  /**
   * Outside a transaction, a name makes it a prepared statement of its connection: planning costs more than running.
   */
  readonly name?: string;
  /** Parameters as `$1`, `$2`. */
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Milliseconds after which the statement is given up. Default: the pool's limit of 10 s. */
  readonly timeoutMs?: number;
}

/** One transaction, on one connection, for entities, SQL and events alike. */
export interface Transaction {
  readonly em: EntityManager;
  query<R extends QueryResultRow>(sql: Sql): Promise<R[]>;
  /** Writes the event's outbox row; the relay is woken once the transaction has committed. */
  publish<C extends EventContract>(contract: C, data: EventData<C>): Promise<void>;
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

/** A service's schema. The ORM serves writes and migrations, plain SQL the hot paths; both share one pool. */
@Injectable()
export class Database {
  readonly #leases: TransactionLeases;

  constructor(
    @Inject(ORM) readonly orm: MikroORM,
    @Inject(POOL) readonly pool: Pool,
    private readonly outbox: Outbox,
    private readonly tracing: Tracing,
    metrics: Metrics,
  ) {
    observePool(metrics, pool, 'main');
    this.#leases = new TransactionLeases(pool);
  }

  /**
   * Runs one statement by itself, committed when the promise resolves. A deadlock or serialization failure is tried once
   * more: it has left nothing behind.
   */
  async query<R extends QueryResultRow>(sql: Sql): Promise<R[]> {
    try {
      return await this.#query<R>(sql);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return this.#query<R>(sql);
    }
  }

  #query<R extends QueryResultRow>({ timeoutMs, ...sql }: Sql): Promise<R[]> {
    const query = (timeoutMs === undefined ? sql : { ...sql, query_timeout: timeoutMs }) as QueryConfig;
    return this.#traced(sql, async () => (await this.pool.query<R>(query)).rows);
  }

  #traced<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
    if (!this.tracing.on) return work();
    const name = nameOf(sql);
    return this.tracing.child(name, spanOptions(name), work);
  }

  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it throws. A deadlock or serialization
   * failure is tried once more, so `work` must have no effect outside the transaction.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.#attempt(work);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return this.#attempt(work);
    }
  }

  #attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (!this.tracing.on) return this.#run(work);
    return this.tracing.child('transaction', spanOptions('transaction'), () => this.#run(work));
  }

  async #run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    let published = false;
    const result = await this.#leases.run(() =>
      this.orm.em
        .fork()
        .transactional((em) => work(this.#transactionOf(em as EntityManager, () => (published = true)))),
    );
    if (published) this.outbox.wake();
    return result;
  }

  #transactionOf(em: EntityManager, publishing: () => void): Transaction {
    const connection = em.getTransactionContext<Kysely<unknown>>();
    const query = async <R extends QueryResultRow>(sql: Sql): Promise<R[]> => {
      // Entities changed so far must be visible to plain SQL.
      await em.flush();
      return this.#traced(
        sql,
        async () => (await connection!.executeQuery<R>(CompiledQuery.raw(sql.text, [...(sql.values ?? [])]))).rows,
      );
    };
    return {
      em,
      query,
      publish: async (contract, data) => {
        publishing();
        const row = this.outbox.row(contract, data);
        await query({
          text: 'insert into outbox (event_id, subject, payload) values ($1, $2, $3)',
          values: [row.eventId, row.subject, row.payload],
        });
      },
    };
  }
}
