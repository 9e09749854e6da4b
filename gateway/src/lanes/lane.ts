export interface LaneLimits {
  /** Messages under way at once. What arrives meanwhile travels together in the next. */
  readonly inFlight: number;
  /** Items in one message. */
  readonly batch: number;
  /** Items that may wait; beyond this an answer would come too late to be wanted. */
  readonly waiting: number;
}

/**
 * Coalesces requests in flight: one message per turn of the event loop and no timer, so that a lone request waits for
 * nothing and many share the cost of one (architecture, Hot paths).
 */
export class Lane<Item> {
  #waiting: Item[] = [];
  #inFlight = 0;
  #scheduled = false;

  /** @param send must not reject; it answers every item it is given */
  constructor(
    private readonly send: (items: readonly Item[]) => Promise<void>,
    private readonly limits: LaneLimits,
  ) {}

  /** False when too many wait already; the item is then not taken. */
  add(item: Item): boolean {
    if (this.#waiting.length >= this.limits.waiting) return false;
    this.#waiting.push(item);
    this.#schedule();
    return true;
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.limits.inFlight) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#waiting.length > 0 && this.#inFlight < this.limits.inFlight) {
      const items = this.#waiting.length <= this.limits.batch ? this.#waiting : this.#waiting.slice(0, this.limits.batch);
      this.#waiting = items === this.#waiting ? [] : this.#waiting.slice(this.limits.batch);
      this.#inFlight += 1;
      void this.#run(items);
    }
  }

  async #run(items: readonly Item[]): Promise<void> {
    await this.send(items);
    this.#inFlight -= 1;
    if (this.#waiting.length > 0) this.#schedule();
  }
}
