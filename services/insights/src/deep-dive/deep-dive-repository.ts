import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { InsightPassage } from '@inkling/contracts';
import { CONFIG, Database, RIGHT_NOW, type Sql, type Transaction } from '@inkling/platform';
import { sql, type Selectable } from 'kysely';
import { InsightsConfig } from '../config.js';
import { lockPoll } from '../polls/poll-projection.js';
import { Quotas, type Asker, type Charge } from '../provider/quotas.js';
import type { Tables } from '../tables.js';
import { DeepDiveSource, type DeepDive } from './deep-dive-source.js';
import { DEEP_DIVE_STATE, type DeepDiveState } from './deep-dive.sql.js';

const CHARGED = ['user_id', 'day', 'networks'] as const;

/** The charge that a lease was taken for. */
const chargeOf = (lease: Pick<Selectable<Tables['leases']>, (typeof CHARGED)[number]>): Charge => ({
  userId: lease.user_id,
  day: lease.day,
  networks: lease.networks,
});

/** Texts and leases. The holder of a poll's lease is charged for the call, and only they may store the result. */
@Injectable()
export class DeepDiveRepository {
  constructor(
    private readonly database: Database<Tables>,
    private readonly quotas: Quotas,
    private readonly source: DeepDiveSource,
    @Inject(CONFIG) private readonly config: InsightsConfig,
  ) {}

  /** Milliseconds after which a lease expires unless it is renewed. */
  get leaseMs(): number {
    return this.config.INSIGHTS_LEASE_MS;
  }

  async state(pollId: number): Promise<DeepDiveState> {
    const [state] = await this.database.query<DeepDiveState>({
      name: 'deep-dive-state',
      ...this.#stateOf(pollId),
    });
    return state!;
  }

  /**
   * Takes the poll's lease and charges the asker, atomically.
   * @returns the lease's token, or undefined if there is nothing to do: the lease is held, a fresh text exists, or the
   *   poll is deleted
   * @throws ApiError as `Quotas.charge`
   */
  take(pollId: number, asker: Asker): Promise<string | undefined> {
    return this.database.transaction(async (tx) => {
      const poll = await lockPoll(tx.kysely, pollId);
      if (poll?.deleted) return undefined;
      const former = await tx.kysely
        .selectFrom('leases')
        .select([...CHARGED, 'failed', sql<boolean>`expires_at > clock_timestamp() and not failed`.as('held')])
        .where('poll_id', '=', pollId)
        .forUpdate()
        .executeTakeFirst();
      if (former?.held) return undefined;
      if (former) await tx.kysely.deleteFrom('leases').where('poll_id', '=', pollId).execute();
      // The holder crashed before it could refund the charge.
      if (former && !former.failed) await this.quotas.refund(tx, chargeOf(former), false);
      const token = randomUUID();
      // The charge below replaces the day.
      const taken = await tx.kysely
        .insertInto('leases')
        .values({ poll_id: pollId, token, user_id: asker.userId, day: 'epoch', expires_at: this.#leaseEnd() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('token')
        .executeTakeFirst();
      if (!taken) return undefined;
      // Another holder may have finished since the caller last looked.
      const [state] = await tx.query<DeepDiveState>(this.#stateOf(pollId));
      if (state?.stored?.fresh) {
        await tx.kysely.deleteFrom('leases').where('poll_id', '=', pollId).execute();
        return undefined;
      }
      const { day, networks } = await this.quotas.charge(tx, asker);
      await tx.kysely
        .updateTable('leases')
        .set({ day, networks: [...networks] })
        .where('poll_id', '=', pollId)
        .execute();
      return token;
    });
  }

  /** Extends the lease by another period; false if it was lost. */
  async renew(pollId: number, token: string): Promise<boolean> {
    const { numUpdatedRows } = await this.database.kysely
      .updateTable('leases')
      .set({ expires_at: this.#leaseEnd() })
      .where('poll_id', '=', pollId)
      .where('token', '=', token)
      .where('failed', '=', false)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Stores a Deep Dive and ends the lease; false, and nothing is stored, if the lease was lost or the poll deleted. */
  store(pollId: number, token: string, { text, sources, passages }: DeepDive): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.#end(tx, pollId, token))) return false;
      const poll = await tx.kysely
        .selectFrom('polls')
        .select('deleted')
        .where('poll_id', '=', pollId)
        .executeTakeFirst();
      if (poll?.deleted || this.source.kind === null) return false;
      const written = {
        body: text,
        sources: [...sources],
        model: this.source.name,
        kind: this.source.kind,
        passages: sql<InsightPassage[]>`${JSON.stringify(passages)}::jsonb`,
        generated_at: RIGHT_NOW,
      };
      await tx.kysely
        .insertInto('deep_dives')
        .values({ poll_id: pollId, ...written })
        .onConflict((conflict) => conflict.column('poll_id').doUpdateSet(written))
        .execute();
      return true;
    });
  }

  /** Marks the lease as failed for everyone who waits, and refunds the charge. `free`: the provider billed nothing. */
  async fail(pollId: number, token: string, free: boolean): Promise<void> {
    await this.database.transaction(async (tx) => {
      const lease = await tx.kysely
        .updateTable('leases')
        .set({ failed: true, expires_at: RIGHT_NOW })
        .where('poll_id', '=', pollId)
        .where('token', '=', token)
        .returning(CHARGED)
        .executeTakeFirst();
      if (lease) await this.quotas.refund(tx, chargeOf(lease), free);
    });
  }

  /** Ends the lease and refunds the charge, so that another replica can take over. */
  async abandon(pollId: number, token: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const lease = await this.#end(tx, pollId, token);
      if (lease) await this.quotas.refund(tx, chargeOf(lease), false);
    });
  }

  #stateOf(pollId: number): Sql {
    return { text: DEEP_DIVE_STATE, values: [pollId, this.config.INSIGHTS_MAX_AGE_DAYS, this.source.kind] };
  }

  #leaseEnd() {
    return sql<Date>`clock_timestamp() + make_interval(secs => ${this.config.INSIGHTS_LEASE_MS}::float8 / 1000)`;
  }

  #end(tx: Transaction<Tables>, pollId: number, token: string) {
    return tx.kysely
      .deleteFrom('leases')
      .where('poll_id', '=', pollId)
      .where('token', '=', token)
      .returning(CHARGED)
      .executeTakeFirst();
  }
}
