import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError, CONFIG, Database, networkShares, type Transaction } from '@inkling/platform';
import { InsightsConfig } from '../config.js';

export type Purpose = 'deep-dive' | 'classification';

/** Who asks for a Deep Dive; `ip` is null where the gateway does not say. */
export interface Asker {
  readonly userId: number;
  readonly ip: string | null;
}

/** What one Deep Dive was counted for, to be given back where it fails. */
export interface Charge {
  readonly userId: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly networks: readonly string[];
}

/** A network may use this part of the day's Deep Dives unless the operator says otherwise. */
const NETWORKS_SHARE = 1 / 10;
/** How many networks' worth an IPv6 block may use. */
const BLOCK_NETWORKS = 2;

const CLEAN_EVERY_MS = 60 * 60_000;
/** The day by the database's clock, which all replicas share. */
const TODAY = `(clock_timestamp() at time zone 'UTC')::date`;
const MIDNIGHT = `greatest(1, ceil(extract(epoch from (${TODAY} + 1)::timestamp - clock_timestamp() at time zone 'UTC')))::int`;

/**
 * Counts of paid calls per day (UTC), exact however many replicas count at once: a row's lock lasts until its
 * transaction ends.
 */
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
   * Counts one Deep Dive for a user, for where they are, and for everyone.
   * @throws ApiError `insights-quota` or `insights-network-quota` (429, `retryAfter` seconds until midnight UTC),
   *   `insights-unavailable` (503) above the daily ceiling
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
    if (!(await this.countCall((sql) => tx.query(sql), 'deep-dive', this.config.INSIGHTS_PER_DAY)))
      throw new ApiError('insights-unavailable');
    return { userId, day: own.day, networks: shares.map(({ key }) => key) };
  }

  /** So that one person with many accounts leaves most of the day's Deep Dives to others. */
  get #perNetwork(): number {
    const { INSIGHTS_PER_NETWORK_PER_DAY: set, INSIGHTS_PER_DAY: all } = this.config;
    return set ?? Math.max(1, Math.floor(all * NETWORKS_SHARE));
  }

  async #untilMidnight(tx: Transaction, code: 'insights-quota' | 'insights-network-quota'): Promise<ApiError> {
    const [row] = await tx.query<{ seconds: number }>({ text: `select ${MIDNIGHT} as seconds` });
    return new ApiError(code, { extra: { retryAfter: row!.seconds } });
  }

  /**
   * Gives a Deep Dive back to its user and network; `call` also takes it out of the daily ceiling, where the provider
   * did not bill it.
   */
  async refund(tx: Transaction, charge: Charge, call: boolean): Promise<void> {
    await tx.query({
      text: 'update user_quotas set calls = calls - 1 where day = $1::date and user_id = $2 and calls > 0',
      values: [charge.day, charge.userId],
    });
    await tx.query({
      text: 'update network_quotas set calls = calls - 1 where day = $1::date and network = any($2::text[]) and calls > 0',
      values: [charge.day, charge.networks],
    });
    if (call)
      await tx.query({
        text: `update daily_calls set calls = calls - 1 where day = $1::date and purpose = 'deep-dive' and calls > 0`,
        values: [charge.day],
      });
  }

  /** Whether the model may classify one more poll today; if so, it is counted. */
  takeClassification(): Promise<boolean> {
    return this.countCall(
      (sql) => this.database.query(sql),
      'classification',
      this.config.INSIGHTS_CLASSIFICATIONS_PER_DAY,
    );
  }

  private async countCall(
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
