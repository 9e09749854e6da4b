import { ApiError } from '@inkling/platform';

/** Limits the concurrent calls of one key. It refuses instead of queueing, so that one key cannot block the others. */
export class ConcurrencyLimit {
  readonly #max: number;
  readonly #running = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws ApiError `too-many-requests` if `key` has reached its limit; what `work` throws */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#max) throw new ApiError('too-many-requests', { extra: { retryAfter: 1 } });
    this.#running.set(key, running + 1);
    try {
      return await work();
    } finally {
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
    }
  }
}
