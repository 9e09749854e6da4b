import { ApiError } from '../errors/api-error.js';

/** Lets a few pieces of work run at once, the next in the order of arrival, and turns away what would wait too long. */
export class WaitingLine {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /**
   * @param atOnce how many run together
   * @param waitingMax how many may wait
   * @param refusal what one who is turned away is told; the usual words of `unavailable` without it
   */
  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
    private readonly refusal?: string,
  ) {}

  /** @throws ApiError `unavailable` when too many wait already; else what `work` throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.atOnce) {
      if (this.#waiting.length >= this.waitingMax)
        throw new ApiError('unavailable', this.refusal === undefined ? {} : { message: this.refusal });
      // Whoever ends hands its place on, so that nobody who comes between can take it.
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
