import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError, CONFIG, Database, networkShares, type Transaction } from '@inkling/platform';
import { InsightsConfig } from '../config.js';

export type Purpose = 'deep-dive' | 'classification';

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

const CLEAN_EVERY_MS = 60 * 60_000;
/** The day by the database's clock, which all replicas share. */
const TODAY = `(clock_timestamp() at time zone 'UTC')::date`;
const SECONDS_TO_MIDNIGHT = `
  greatest(1, ceil(extract(epoch from (${TODAY} + 1)::timestamp - clock_timestamp() at time zone 'UTC')))::int`;

/** Counts paid calls per day (UTC). The counts are exact across replicas, because rows stay locked until the commit. */
@Injectable()
export class Quotas implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(Quotas.name);
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: InsightsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.#clean(), CLEAN_EVERY_MS);
    this.#timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /**
   * Counts a Deep Dive for the user, for their network, and for the whole installation.
   * @throws ApiError `insights-quota` or `insights-network-quota` (429, `retryAfter` seconds until midnight UTC),
   *   `insights-unavailable` (503) above the daily limit of the installation
   */
  async charge(tx: Transaction, { userId, ip }: Asker): Promise<Charge> {
    const ofNetwork = this.#perNetwork;
    const limit = Math.min(this.config.INSIGHTS_PER_USER_PER_DAY, ofNetwork);
    const [own] = await tx.query<{ day: string }>({
      text: `insert into user_quotas as q (day, user_id, calls) select ${TODAY}, $1, 1 where $2::int > 0
             on conflict (day, user_id) do update set calls = q.calls + 1 where q.calls < $2 returning day::text`,
      values: [userId, limit],
    });
    if (!own) throw await this.#untilMidnight(tx, 'insights-quota');
    const shares = ip === null ? [] : networkShares(ip, ofNetwork, BLOCK_NETWORKS * ofNetwork);
    for (const { key, most } of shares) {
      const counted = await tx.query({
        text: `insert into network_quotas as q (day, network, calls) select $1::date, $2, 1 where $3::int > 0
               on conflict (day, network) do update set calls = q.calls + 1 where q.calls < $3 returning 1`,
        values: [own.day, key, most],
      });
      if (counted.length === 0) throw await this.#untilMidnight(tx, 'insights-network-quota');
    }
    if (!(await this.#countCall((sql) => tx.query(sql), 'deep-dive', this.config.INSIGHTS_PER_DAY)))
      throw new ApiError('insights-unavailable');
    return { userId, day: own.day, networks: shares.map(({ key }) => key) };
  }

  /** The limit of a network, so that one person with many accounts leaves most of the daily Deep Dives to others. */
  get #perNetwork(): number {
    const { INSIGHTS_PER_NETWORK_PER_DAY: set, INSIGHTS_PER_DAY: all } = this.config;
    return set ?? Math.max(1, Math.floor(all * NETWORKS_SHARE));
  }

  async #untilMidnight(tx: Transaction, code: 'insights-quota' | 'insights-network-quota'): Promise<ApiError> {
    const [row] = await tx.query<{ seconds: number }>({ text: `select ${SECONDS_TO_MIDNIGHT} as seconds` });
    return new ApiError(code, { extra: { retryAfter: row!.seconds } });
  }

  /**
   * Refunds a Deep Dive to its user and networks. With `call`, it no longer counts towards the daily limit either,
   * because the provider did not bill it.
   */
  async refund(tx: Transaction, charge: Charge, call: boolean): Promise<void> {
    await tx.query({
      text: 'update user_quotas set calls = calls - 1 where day = $1::date and user_id = $2 and calls > 0',
      values: [charge.day, charge.userId],
    });
    await tx.query({
      text: `update network_quotas set calls = calls - 1
             where day = $1::date and network = any($2::text[]) and calls > 0`,
      values: [charge.day, charge.networks],
    });
    if (call)
      await tx.query({
        text: `update daily_calls set calls = calls - 1 where day = $1::date and purpose = 'deep-dive' and calls > 0`,
        values: [charge.day],
      });
  }

  /** Counts a classification by the model; false if the daily limit is reached. */
  takeClassification(): Promise<boolean> {
    return this.#countCall(
      (sql) => this.database.query(sql),
      'classification',
      this.config.INSIGHTS_CLASSIFICATIONS_PER_DAY,
    );
  }

  async #countCall(
    query: (sql: { text: string; values: unknown[] }) => Promise<object[]>,
    purpose: Purpose,
    limit: number,
  ): Promise<boolean> {
    const rows = await query({
      text: `insert into daily_calls as c (day, purpose, calls) select ${TODAY}, $1, 1 where $2::int > 0
             on conflict (day, purpose) do update set calls = c.calls + 1 where c.calls < $2 returning calls`,
      values: [purpose, limit],
    });
    return rows.length > 0;
  }

  async #clean(): Promise<void> {
    try {
      await this.database.query({ text: `delete from user_quotas where day < ${TODAY} - 2` });
      await this.database.query({ text: `delete from network_quotas where day < ${TODAY}` });
      await this.database.query({ text: `delete from daily_calls where day < ${TODAY} - 90` });
      await this.database.query({ text: `delete from leases where expires_at < clock_timestamp() - interval '1 day'` });
    } catch (error) {
      this.#logger.warn(`Old quotas could not be removed now: ${(error as Error).message}`);
    }
  }
}
