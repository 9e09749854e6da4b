import { Semaphore } from '@inkling/platform';
import type { Uploader } from './upload-places.js';

/** Runs work fairly: one piece at a time per user, and few at a time per network and per IPv6 block. */
export class FairSemaphore {
  readonly #semaphores = new Map<string, { semaphore: Semaphore; users: number }>();
  readonly #perNetwork: number;
  readonly #perBlock: number;

  /**
   * @param perNetwork pieces of one network's work that run at once
   * @param perBlock the same for an IPv6 block
   */
  constructor(perNetwork: number, perBlock: number) {
    this.#perNetwork = perNetwork;
    this.#perBlock = perBlock;
  }

  /** Runs work once its user, its network and its block have a permit. Throws what `work` throws. */
  run<T>({ userId, network, block }: Uploader, work: () => Promise<T>): Promise<T> {
    const ofNetwork = () => this.#within(`network ${network}`, this.#perNetwork, ofBlock);
    const ofBlock = () => (block === network ? work() : this.#within(`block ${block}`, this.#perBlock, work));
    return this.#within(`user ${userId}`, 1, ofNetwork);
  }

  async #within<T>(key: string, permits: number, work: () => Promise<T>): Promise<T> {
    // UploadPlaces limits how many may wait.
    const entry = this.#semaphores.get(key) ?? { semaphore: new Semaphore(permits, Infinity), users: 0 };
    this.#semaphores.set(key, entry);
    entry.users += 1;
    try {
      return await entry.semaphore.run(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#semaphores.delete(key);
    }
  }
}
