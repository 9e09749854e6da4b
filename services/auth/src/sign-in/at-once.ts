import { ApiError } from '@inkling/platform';

/** Limits how much work of one key runs at once. More is refused, since waiting would keep others waiting as well. */
export class AtOnce {
  readonly #running = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** @throws ApiError `too-many-requests` where `key` has as much under way as it may; what `work` throws */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.max) throw new ApiError('too-many-requests', { extra: { retryAfter: 1 } });
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
