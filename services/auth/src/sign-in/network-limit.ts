import { RateLimiterRes, type RateLimiterPostgres } from 'rate-limiter-flexible';
import { networkShares } from '@inkling/platform';

interface Share {
  readonly key: string;
  readonly limiter: RateLimiterPostgres;
}

/** A limit on what comes from one network, and a larger one on the IPv6 block around it. */
export class NetworkLimit {
  readonly #limiters = new Map<number, RateLimiterPostgres>();

  /**
   * @param points what one network may use
   * @param limiterOf makes the limit of so many points. Networks and blocks have different keys, so one prefix does for
   *   both
   * @param keyOf the stored key of a network
   */
  constructor(
    private readonly points: number,
    private readonly limiterOf: (points: number) => RateLimiterPostgres,
    private readonly keyOf: (network: string, subject: string) => string = (network) => network,
  ) {}

  /**
   * Takes a point from both, or from neither. Throws the `RateLimiterRes` of the one that has none left.
   * @param subject what is counted apart from other things of the same network
   */
  async consume(ip: string, subject = ''): Promise<void> {
    const taken: Share[] = [];
    for (const share of this.#shares(ip, subject)) {
      try {
        await share.limiter.consume(share.key);
      } catch (reason) {
        // What one network is refused must not use up its block, nor the other way round.
        if (reason instanceof RateLimiterRes) await Promise.all(taken.map(({ limiter, key }) => limiter.reward(key)));
        throw reason;
      }
      taken.push(share);
    }
  }

  /** Gives a point back to both. */
  async reward(ip: string, subject = ''): Promise<void> {
    await Promise.all(this.#shares(ip, subject).map(({ limiter, key }) => limiter.reward(key)));
  }

  /** Forgets what both have counted. */
  async forget(ip: string, subject = ''): Promise<void> {
    await Promise.all(this.#shares(ip, subject).map(({ limiter, key }) => limiter.delete(key)));
  }

  #shares(ip: string, subject: string): Share[] {
    return networkShares(ip, this.points).map(({ key, most }) => ({
      key: this.keyOf(key, subject),
      limiter: this.#limiter(most),
    }));
  }

  #limiter(points: number): RateLimiterPostgres {
    const limiter = this.#limiters.get(points) ?? this.limiterOf(points);
    this.#limiters.set(points, limiter);
    return limiter;
  }
}
