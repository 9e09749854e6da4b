import { Semaphore } from '@inkling/platform';
import type { Uploader } from './upload-places.js';

/** Work in turns: one piece at a time of each user, and few at a time of each network and each IPv6 block. */
export class Turns {
  readonly #lines = new Map<string, { line: Semaphore; users: number }>();

  /**
   * @param perNetwork pieces of one network's work that run together
   * @param perBlock the same for an IPv6 block
   */
  constructor(
    private readonly perNetwork: number,
    private readonly perBlock: number,
  ) {}

  /** Runs work in its user's, its network's and its block's turn. Throws what `work` throws. */
  run<T>({ userId, network, block }: Uploader, work: () => Promise<T>): Promise<T> {
    const ofNetwork = () => this.#inLine(`network ${network}`, this.perNetwork, ofBlock);
    const ofBlock = () => (block === network ? work() : this.#inLine(`block ${block}`, this.perBlock, work));
    return this.#inLine(`user ${userId}`, 1, ofNetwork);
  }

  async #inLine<T>(key: string, atOnce: number, work: () => Promise<T>): Promise<T> {
    // How many wait is limited where they come in.
    const entry = this.#lines.get(key) ?? { line: new Semaphore(atOnce, Infinity), users: 0 };
    this.#lines.set(key, entry);
    entry.users += 1;
    try {
      return await entry.line.run(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#lines.delete(key);
    }
  }
}
