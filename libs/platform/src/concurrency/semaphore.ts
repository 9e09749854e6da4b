import { ApiError } from '../errors/api-error.js';

/** Bounds how many pieces of work run at once, in the order of arrival, and how many wait. */
export class Semaphore {
  readonly #permits: number;
  readonly #waitingMax: number;
  readonly #refusal: string | undefined;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /**
   * @param permits pieces of work that run at once
   * @param waitingMax pieces of work that may wait; more are refused
   * @param refusal message of the error for refused work; default: the usual sentence of `unavailable`
   */
  constructor(permits: number, waitingMax: number, refusal?: string) {
    this.#permits = permits;
    this.#waitingMax = waitingMax;
    this.#refusal = refusal;
  }

  /** @throws ApiError `unavailable` when too many wait already; else what `work` throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#permits) {
      if (this.#waiting.length >= this.#waitingMax)
        throw new ApiError('unavailable', this.#refusal === undefined ? {} : { message: this.#refusal });
      // The one that ends passes its permit on, so that a newcomer cannot take it in between.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
