import { ApiError } from '@inkling/platform';

/** A semaphore with a bounded line of waiters: what comes when the line is full is refused with 503 at once. */
export class WaitingLine {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs `work` when its turn comes. Throws `unavailable` when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.concurrency) this.running += 1;
    else {
      if (this.waiting.length >= this.maxWaiting) throw new ApiError('unavailable');
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The slot passes to the next waiter directly, so that a newcomer cannot slip in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
