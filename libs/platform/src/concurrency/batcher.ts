export interface BatcherLimits {
  /** Calls under way at once. Items that arrive meanwhile go together in the next call. */
  readonly inFlight: number;
  /** Items in one call at most. */
  readonly batch: number;
  /** Items that may wait; `add` refuses more, as their results would come too late to be useful. */
  readonly waiting: number;
  /** As soon as this many wait, a call starts without waiting for the end of the event-loop turn. */
  readonly enough?: number;
  /** Free slots share what waits, but no call gets fewer items than this. Default: each call takes a full batch. */
  readonly shareMin?: number;
  /**
   * Milliseconds from the start of one call to the start of the next, unless a full batch waits. A lone item after a
   * rest still goes at once. Default: none.
   */
  readonly restMs?: number;
  /** Milliseconds that an item may wait for its call before it is given up. Default: no limit. */
  readonly timeoutMs?: number;
}

const CHECK_MS = 250;

/**
 * Gathers items that arrive while calls are in flight and sends them together: one call per turn of the event loop and
 * no timer, so that a lone item waits for nothing and many share the cost of one call. Batches grow with the load.
 * With `restMs`, calls that are made often are made less often.
 */
export class Batcher<Item> {
  readonly #send: (items: readonly Item[]) => Promise<void>;
  readonly #limits: BatcherLimits;
  readonly #giveUp: ((item: Item) => void) | undefined;
  #waiting: Item[] = [];
  /** When each waiting item was added, in the same order; empty without a timeout. */
  #addedAt: number[] = [];
  #inFlight = 0;
  #scheduled = false;
  #startedAt = -Infinity;
  #rest: NodeJS.Timeout | undefined;
  #draining = false;
  #watching = false;
  #idle: PromiseWithResolvers<void> | undefined;

  /**
   * @param send must not reject; it settles every item that it gets
   * @param giveUp settles an item that waited longer than `timeoutMs`
   */
  constructor(send: (items: readonly Item[]) => Promise<void>, limits: BatcherLimits, giveUp?: (item: Item) => void) {
    this.#send = send;
    this.#limits = limits;
    this.#giveUp = giveUp;
  }

  /** Items that wait for a call. */
  get depth(): number {
    return this.#waiting.length;
  }

  /** Returns false, and does not take the item, when too many wait. */
  add(item: Item): boolean {
    if (this.#waiting.length >= this.#limits.waiting) return false;
    this.#waiting.push(item);
    if (this.#limits.timeoutMs !== undefined) this.#addedAt.push(performance.now());
    if (this.#waiting.length >= (this.#limits.enough ?? Infinity) && this.#inFlight < this.#limits.inFlight)
      this.#flush();
    else this.#schedule();
    return true;
  }

  /** Resolves when no item waits and no call is under way. */
  async idle(): Promise<void> {
    if (this.#waiting.length === 0 && this.#inFlight === 0) return;
    this.#idle ??= Promise.withResolvers();
    await this.#idle.promise;
  }

  /** Sends what waits without a rest, also from now on, and resolves when no item waits and no call is under way. */
  async drain(): Promise<void> {
    this.#draining = true;
    clearTimeout(this.#rest);
    this.#rest = undefined;
    if (this.#waiting.length > 0) this.#schedule();
    await this.idle();
  }

  #schedule(): void {
    if (this.#inFlight >= this.#limits.inFlight) {
      this.#watchTimeouts();
      return;
    }
    if (this.#scheduled || this.#resting()) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  /** Whether what waits goes later, when the rest is over. */
  #resting(): boolean {
    const { restMs, batch } = this.#limits;
    if (restMs === undefined || this.#draining || this.#waiting.length >= batch) return false;
    if (this.#rest) return true;
    const left = this.#startedAt + restMs - performance.now();
    if (left <= 0) return false;
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      this.#flush();
    }, left);
    return true;
  }

  #flush(): void {
    while (this.#waiting.length > 0 && this.#inFlight < this.#limits.inFlight) {
      const items = this.#take(this.#nextSize());
      this.#inFlight += 1;
      if (this.#limits.restMs !== undefined) this.#startedAt = performance.now();
      void this.#run(items);
    }
    if (this.#waiting.length > 0) this.#schedule();
  }

  #nextSize(): number {
    const { batch, shareMin, inFlight } = this.#limits;
    if (shareMin === undefined) return batch;
    return Math.min(batch, Math.max(shareMin, Math.ceil(this.#waiting.length / (inFlight - this.#inFlight))));
  }

  #take(count: number): readonly Item[] {
    const items = this.#waiting.length <= count ? this.#waiting : this.#waiting.slice(0, count);
    this.#waiting = items === this.#waiting ? [] : this.#waiting.slice(count);
    if (this.#addedAt.length > 0) this.#addedAt = this.#addedAt.length <= count ? [] : this.#addedAt.slice(count);
    return items;
  }

  async #run(items: readonly Item[]): Promise<void> {
    try {
      await this.#send(items);
    } finally {
      this.#inFlight -= 1;
      if (this.#waiting.length > 0) this.#schedule();
      else this.#checkIdle();
    }
  }

  #checkIdle(): void {
    if (this.#waiting.length > 0 || this.#inFlight > 0) return;
    this.#idle?.resolve();
    this.#idle = undefined;
  }

  #watchTimeouts(): void {
    const { timeoutMs } = this.#limits;
    if (timeoutMs === undefined || this.#watching) return;
    this.#watching = true;
    setTimeout(() => {
      this.#watching = false;
      this.#giveUpLate(timeoutMs);
      if (this.#waiting.length > 0) this.#schedule();
      else this.#checkIdle();
    }, CHECK_MS).unref();
  }

  #giveUpLate(timeoutMs: number): void {
    const limit = performance.now() - timeoutMs;
    // Items were added in order, so the late ones come first.
    const firstInTime = this.#addedAt.findIndex((addedAt) => addedAt > limit);
    const late = firstInTime === -1 ? this.#addedAt.length : firstInTime;
    if (late > 0) for (const item of this.#take(late)) this.#giveUp?.(item);
  }
}
