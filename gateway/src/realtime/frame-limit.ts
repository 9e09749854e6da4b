/** Frames that a browser may send at once, and per second after that. Flinging past a thousand cards sends fewer. */
const BURST = 500;
const PER_SECOND = 100;

/** The rate limit of one socket's frames: a token bucket that may go into debt, which the socket then waits out. */
export class FrameLimit {
  #left = BURST;
  #countedAt: number;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#countedAt = now();
  }

  spend(): void {
    this.#count();
    this.#left -= 1;
  }

  /** Milliseconds until it may send again; 0 when it may. */
  waitMs(): number {
    this.#count();
    return this.#left > 0 ? 0 : Math.ceil(((1 - this.#left) * 1_000) / PER_SECOND);
  }

  #count(): void {
    const now = this.#now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#countedAt) * PER_SECOND) / 1_000);
    this.#countedAt = now;
  }
}
