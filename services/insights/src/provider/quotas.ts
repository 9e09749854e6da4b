import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import {
  ApiError,
  CONFIG,
  Database,
  PeriodicTask,
  deleteInBatches,
  networkShares,
  type Transaction,
} from '@inkling/platform';
import { sql, type Kysely } from 'kysely';
import { InsightsConfig } from '../config.js';
import type { Tables } from '../tables.js';
import type { Purpose } from './quota.entities.js';

/** The user who asks for a Deep Dive; `ip` is null if it is unknown. */
export interface Asker {
  readonly userId: number;
  readonly ip: string | null;
}

/** The counters that a Deep Dive was charged to, for a refund if it fails. */
export interface Charge {
  readonly userId: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly networks: readonly string[];
}

/** The default share of the daily Deep Dives that one network may use. */
const NETWORKS_SHARE = 1 / 10;
/** An IPv6 block may use as many as this many networks. */
const BLOCK_NETWORKS = 2;

const CLEAN_UP_EVERY_MS = 60 * 60_000;
/** The day by the database's clock, which all replicas share. */
const TODAY_SQL = `(clock_timestamp() at time zone 'UTC')::date`;
const TODAY = sql.raw<string>(TODAY_SQL);
const SECONDS_TO_MIDNIGHT = sql<number>`
  greatest(1, ceil(extract(epoch from (${TODAY} + 1)::timestamp - clock_timestamp() at time zone 'UTC')))::int`;

const EXPIRED = [
  { table: 'user_quotas', where: `day < ${TODAY_SQL} - 2` },
  { table: 'network_quotas', where: `day < ${TODAY_SQL}` },
  { table: 'daily_calls', where: `day < ${TODAY_SQL} - 90` },
  { table: 'leases', where: `expires_at < clock_timestamp() - interval '1 day'` },
];

/** Counts paid calls per day (UTC). The counts are exact across replicas, because rows stay locked until the commit. */
@Injectable()
export class Quotas implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #cleanUp: PeriodicTask;

  constructor(
    private readonly database: Database<Tables>,
    @Inject(CONFIG) private readonly config: InsightsConfig,
  ) {
    this.#cleanUp = new PeriodicTask({
      name: 'Removing old quotas and leases',
      everyMs: CLEAN_UP_EVERY_MS,
      run: async (stopping) => {
        for (const expired of EXPIRED) await deleteInBatches(database, { ...expired, stopping });
      },
    });
  }

  onApplicationBootstrap(): void {
    this.#cleanUp.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#cleanUp.stop();
  }

  /**
   * Counts a Deep Dive for the user, for their network, and for the whole installation.
   * @throws ApiError `insights-quota` or `insights-network-quota` (429, `retryAfter` seconds until midnight UTC),
   *   `insights-unavailable` (503) above the daily limit of the installation
   */
  async charge(tx: Transaction<Tables>, { userId, ip }: Asker): Promise<Charge> {
    const ofNetwork = this.#perNetwork;
    const limit = Math.min(this.config.INSIGHTS_PER_USER_PER_DAY, ofNetwork);
    const day = await this.#countUser(tx, userId, limit);
    if (day === undefined) throw await this.#untilMidnight(tx, 'insights-quota');
    const shares = ip === null ? [] : networkShares(ip, ofNetwork, BLOCK_NETWORKS * ofNetwork);
    for (const { key, most } of shares)
      if (!(await this.#countNetwork(tx, day, key, most)))
        throw await this.#untilMidnight(tx, 'insights-network-quota');
    if (!(await countCall(tx.kysely, 'deep-dive', this.config.INSIGHTS_PER_DAY)))
      throw new ApiError('insights-unavailable');
    return { userId, day, networks: shares.map(({ key }) => key) };
  }

  /** The day that the call was counted on; undefined if the limit is reached. */
  async #countUser({ kysely }: Transaction<Tables>, userId: number, limit: number): Promise<string | undefined> {
    if (limit <= 0) return undefined;
    const counted = await kysely
      .insertInto('user_quotas')
      .values({ day: TODAY, user_id: userId, calls: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'user_id'])
          .doUpdateSet((quota) => ({ calls: quota('user_quotas.calls', '+', 1) }))
          .where('user_quotas.calls', '<', limit),
      )
      .returning('day')
      .executeTakeFirst();
    return counted?.day;
  }

  /** False if the limit is reached. */
  async #countNetwork({ kysely }: Transaction<Tables>, day: string, network: string, limit: number): Promise<boolean> {
    if (limit <= 0) return false;
    const counted = await kysely
      .insertInto('network_quotas')
      .values({ day, network, calls: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'network'])
          .doUpdateSet((quota) => ({ calls: quota('network_quotas.calls', '+', 1) }))
          .where('network_quotas.calls', '<', limit),
      )
      .returning('day')
      .executeTakeFirst();
    return counted !== undefined;
  }

  /** The limit of a network, so that one person with many accounts leaves most of the daily Deep Dives to others. */
  get #perNetwork(): number {
    const { INSIGHTS_PER_NETWORK_PER_DAY: set, INSIGHTS_PER_DAY: all } = this.config;
    return set ?? Math.max(1, Math.floor(all * NETWORKS_SHARE));
  }

  async #untilMidnight(
    { kysely }: Transaction<Tables>,
    code: 'insights-quota' | 'insights-network-quota',
  ): Promise<ApiError> {
    const { seconds } = await kysely.selectNoFrom(SECONDS_TO_MIDNIGHT.as('seconds')).executeTakeFirstOrThrow();
    return new ApiError(code, { extra: { retryAfter: seconds } });
  }

  /**
   * Refunds a Deep Dive to its user and networks. With `call`, it no longer counts towards the daily limit either,
   * because the provider did not bill it.
   */
  async refund({ kysely }: Transaction<Tables>, { userId, day, networks }: Charge, call: boolean): Promise<void> {
    await kysely
      .updateTable('user_quotas')
      .set((quota) => ({ calls: quota('calls', '-', 1) }))
      .where('day', '=', day)
      .where('user_id', '=', userId)
      .where('calls', '>', 0)
      .execute();
    if (networks.length > 0)
      await kysely
        .updateTable('network_quotas')
        .set((quota) => ({ calls: quota('calls', '-', 1) }))
        .where('day', '=', day)
        .where('network', 'in', networks)
        .where('calls', '>', 0)
        .execute();
    if (call)
      await kysely
        .updateTable('daily_calls')
        .set((calls) => ({ calls: calls('calls', '-', 1) }))
        .where('day', '=', day)
        .where('purpose', '=', 'deep-dive')
        .where('calls', '>', 0)
        .execute();
  }

  /** Counts a classification by the model; false if the daily limit is reached. */
  takeClassification(): Promise<boolean> {
    return countCall(this.database.kysely, 'classification', this.config.INSIGHTS_CLASSIFICATIONS_PER_DAY);
  }
}

/** Counts a call of the whole installation; false if the limit is reached. */
async function countCall(kysely: Kysely<Tables>, purpose: Purpose, limit: number): Promise<boolean> {
  if (limit <= 0) return false;
  const counted = await kysely
    .insertInto('daily_calls')
    .values({ day: TODAY, purpose, calls: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'purpose'])
        .doUpdateSet((daily) => ({ calls: daily('daily_calls.calls', '+', 1) }))
        .where('daily_calls.calls', '<', limit),
    )
    .returning('day')
    .executeTakeFirst();
  return counted !== undefined;
}
