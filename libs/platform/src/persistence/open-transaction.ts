import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventContract, EventData } from '@inkling/contracts';
import type { Kysely, QueryResult } from 'kysely';
import type { QueryResultRow } from 'pg';
import type { Outbox } from './outbox.js';
import type { Sql, Transaction } from './database.js';
import { kyselyOn, type Execute } from './kysely-on.js';

/** What a transaction works with. Its entity manager and its Kysely are made when they are first used. */
export class OpenTransaction<Tables> implements Transaction<Tables> {
  readonly #execute: Execute;
  readonly #fork: () => EntityManager;
  readonly #outbox: Outbox;
  #em: EntityManager | undefined;
  #kysely: Kysely<Tables> | undefined;
  #published = false;

  /**
   * @param execute runs a statement on the transaction's connection
   * @param fork an entity manager that knows no entity yet
   */
  constructor(execute: Execute, fork: () => EntityManager, outbox: Outbox) {
    this.#execute = execute;
    this.#fork = fork;
    this.#outbox = outbox;
  }

  /** Whether the relay has something to publish after the commit. */
  get published(): boolean {
    return this.#published;
  }

  get em(): EntityManager {
    if (!this.#em) {
      this.#em = this.#fork();
      this.#em.setTransactionContext(kyselyOn(this.#execute));
    }
    return this.#em;
  }

  get kysely(): Kysely<Tables> {
    return (this.#kysely ??= kyselyOn(this.#flushAndExecute));
  }

  async query<R extends QueryResultRow>({ text, values = [] }: Sql): Promise<R[]> {
    return (await this.#flushAndExecute(text, values)).rows as R[];
  }

  async publish<C extends EventContract>(contract: C, data: EventData<C>): Promise<void> {
    this.#published = true;
    const row = this.#outbox.row(contract, data);
    await this.query({
      text: 'insert into outbox (event_id, subject, payload) values ($1, $2, $3)',
      values: [row.eventId, row.subject, row.payload],
    });
  }

  /** Writes the entities that have changed, which statements and the commit would otherwise leave behind. */
  async flush(): Promise<void> {
    await this.#em?.flush();
  }

  readonly #flushAndExecute: Execute = async (sql, parameters): Promise<QueryResult<unknown>> => {
    await this.flush();
    return this.#execute(sql, parameters);
  };
}
