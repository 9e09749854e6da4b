import { ApiError } from '../errors/api-error.js';

/** A place in the window may be given back at another replica, so nobody is refused from memory for longer. */
export const REFUSED_MS = 1_000;
/** How many people are remembered. */
const PEOPLE_MAX = 10_000;

/**
 * People whom a limit has refused a moment ago. They are refused again without a statement, so that an account that
 * tries without end costs others no time of the database.
 */
export class RememberedRefusals {
  readonly #refusals = new Map<number, { error: ApiError; until: number }>();

  /** @param memoryMs how long a refusal is repeated at most */
  constructor(private readonly memoryMs = REFUSED_MS) {}

  /** @param retryAfter seconds to the end of the window, rounded up; a refusal is never repeated after that end */
  add(userId: number, error: ApiError, retryAfter: number): void {
    if (this.#refusals.size >= PEOPLE_MAX) this.#refusals.clear();
    const forMs = Math.min(this.memoryMs, (retryAfter - 1) * 1_000);
    if (forMs > 0) this.#refusals.set(userId, { error, until: performance.now() + forMs });
  }

  delete(userId: number): void {
    this.#refusals.delete(userId);
  }

  /** @throws ApiError the refusal that is remembered */
  assertNone(userId: number): void {
    const refusal = this.#refusals.get(userId);
    if (refusal === undefined) return;
    if (performance.now() < refusal.until) throw refusal.error;
    this.#refusals.delete(userId);
  }
}
