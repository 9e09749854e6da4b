export interface LaneLimits {
  /** Messages under way at once. What arrives meanwhile travels together in the next. */
  readonly inFlight: number;
  /** Items in one message. */
  readonly batch: number;
  /** A message of this many leaves at once, so that the service works while this turn still gathers the rest. */
  readonly enough?: number;
  /** Items that may wait; beyond this an answer would come too late to be wanted. */
  readonly waiting: number;
  /** Milliseconds that an item may wait for its message. */
  readonly patienceMs: number;
}

const SWEEP_MS = 250;

/**
 * Coalesces requests in flight: one message per turn of the event loop and no timer, so that a lone request waits for
 * nothing and many share the cost of one (ADR 4). While the service is slow, items that have waited
 * too long are given up, so that nobody waits for longer than a deadline and a half.
 */
export class Lane<Item> {
  #waiting: Item[] = [];
  /** When the item at the same place was added. */
  #since: number[] = [];
  #inFlight = 0;
  #scheduled = false;
  #sweep: NodeJS.Timeout | undefined;

  /**
   * @param send must not reject; it answers every item it is given
   * @param giveUp answers an item that has waited too long
   */
  constructor(
    private readonly send: (items: readonly Item[]) => Promise<void>,
    private readonly giveUp: (item: Item) => void,
    private readonly limits: LaneLimits,
  ) {}

  /** False when too many wait already; the item is then not taken. */
  add(item: Item): boolean {
    if (this.#waiting.length >= this.limits.waiting) return false;
    this.#waiting.push(item);
    this.#since.push(performance.now());
    if (this.#waiting.length >= (this.limits.enough ?? Infinity) && this.#inFlight < this.limits.inFlight)
      this.#flush();
    else this.#schedule();
    return true;
  }

  #schedule(): void {
    if (this.#inFlight >= this.limits.inFlight) {
      if (this.#sweep === undefined) this.#sweep = setTimeout(() => this.#giveUpLate(), SWEEP_MS).unref();
      return;
    }
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#waiting.length > 0 && this.#inFlight < this.limits.inFlight) {
      const items = this.#take(this.limits.batch);
      this.#inFlight += 1;
      void this.#run(items);
    }
    if (this.#waiting.length > 0) this.#schedule();
  }

  #take(count: number): readonly Item[] {
    const items = this.#waiting.length <= count ? this.#waiting : this.#waiting.slice(0, count);
    this.#waiting = items === this.#waiting ? [] : this.#waiting.slice(count);
    this.#since = items.length === this.#since.length ? [] : this.#since.slice(count);
    return items;
  }

  async #run(items: readonly Item[]): Promise<void> {
    await this.send(items);
    this.#inFlight -= 1;
    if (this.#waiting.length > 0) this.#schedule();
  }

  #giveUpLate(): void {
    this.#sweep = undefined;
    const limit = performance.now() - this.limits.patienceMs;
    // Added in order, so the late ones come first.
    const firstInTime = this.#since.findIndex((since) => since > limit);
    const late = firstInTime === -1 ? this.#since.length : firstInTime;
    if (late > 0) for (const item of this.#take(late)) this.giveUp(item);
    if (this.#waiting.length > 0) this.#schedule();
  }
}
