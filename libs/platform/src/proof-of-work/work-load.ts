import { networkShares } from '../limits/client-network.js';

/** Challenges of one network in this time count together. */
const WINDOW_MS = 3_600_000;
/** So many of one network cost no more than the first; a school class signs up within an hour. */
const FREE = 20;
const MOST = 16;
/** Networks remembered at once. Above it the oldest is forgotten, which makes its next challenges easier. */
const NETWORKS = 10_000;

interface Count {
  until: number;
  challenges: number;
}

/**
 * How many challenges each network got from this process in the last hour, so that many challenges cost more work each.
 * It is in memory only, since the exact limits on sign-ups, mails and messages are in the database.
 */
export class WorkLoad {
  readonly #counts = new Map<string, Count>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts a challenge for this address. @returns how many times the usual work it asks for: 1 to 16 */
  next(ip: string): number {
    // The wider block of an IPv6 address may have more challenges before they get harder.
    const factors = networkShares(ip, FREE).map(({ key, most }) => Math.ceil(this.#count(key) / most));
    return Math.min(MOST, Math.max(1, ...factors));
  }

  #count(key: string): number {
    const now = this.#now();
    const known = this.#counts.get(key);
    const count = known && known.until > now ? known : { until: now + WINDOW_MS, challenges: 0 };
    count.challenges += 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > NETWORKS && oldest !== undefined) this.#counts.delete(oldest);
    return count.challenges;
  }
}
