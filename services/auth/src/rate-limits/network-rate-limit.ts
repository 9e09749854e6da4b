import { RateLimiterRes, type RateLimiterPostgres } from 'rate-limiter-flexible';
import { networkShares } from '@inkling/platform';

interface Share {
  readonly key: string;
  readonly limiter: RateLimiterPostgres;
}

/** A rate limit on one network, and a larger one on the IPv6 block that contains it. */
export class NetworkRateLimit {
  readonly #limiters = new Map<number, RateLimiterPostgres>();
  readonly #points: number;
  readonly #limiterOf: (points: number) => RateLimiterPostgres;
  readonly #keyOf: (network: string, subject: string) => string;

  /**
   * @param points the limit of one network
   * @param limiterOf creates a limiter with this many points; one key prefix serves networks and blocks, whose keys
   *   differ
   * @param keyOf the stored key of a network and a subject
   */
  constructor(
    points: number,
    limiterOf: (points: number) => RateLimiterPostgres,
    keyOf: (network: string, subject: string) => string = (network) => network,
  ) {
    this.#points = points;
    this.#limiterOf = limiterOf;
    this.#keyOf = keyOf;
  }

  /**
   * Takes a point from both limits, or from neither. Throws the `RateLimiterRes` of the exhausted one.
   * @param subject separates counts within one network, such as one per email
   */
  async consume(ip: string, subject = ''): Promise<void> {
    const taken: Share[] = [];
    for (const share of this.#shares(ip, subject)) {
      try {
        await share.limiter.consume(share.key);
      } catch (reason) {
        // A refused attempt must use up neither limit.
        if (reason instanceof RateLimiterRes) await Promise.all(taken.map(({ limiter, key }) => limiter.reward(key)));
        throw reason;
      }
      taken.push(share);
    }
  }

  /** Gives a point back to both limits. */
  async reward(ip: string, subject = ''): Promise<void> {
    await Promise.all(this.#shares(ip, subject).map(({ limiter, key }) => limiter.reward(key)));
  }

  /** Resets both limits. */
  async forget(ip: string, subject = ''): Promise<void> {
    await Promise.all(this.#shares(ip, subject).map(({ limiter, key }) => limiter.delete(key)));
  }

  #shares(ip: string, subject: string): Share[] {
    return networkShares(ip, this.#points).map(({ key, most }) => ({
      key: this.#keyOf(key, subject),
      limiter: this.#limiter(most),
    }));
  }

  #limiter(points: number): RateLimiterPostgres {
    const limiter = this.#limiters.get(points) ?? this.#limiterOf(points);
    this.#limiters.set(points, limiter);
    return limiter;
  }
}
