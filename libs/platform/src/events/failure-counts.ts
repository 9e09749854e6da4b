const REMEMBERED_MAX = 10_000;

/**
 * How often an event has failed in this process. The number of deliveries would also count those for which the database
 * was away or the consumer was slow. A restart starts over, which errs on the side of trying again.
 */
export class FailureCounts {
  readonly #counts = new Map<string, number>();

  /** Counts one more failure, and returns how many there are. */
  add(consumer: string, message: string): number {
    // Nobody forgets the events that another replica took in meanwhile.
    if (this.#counts.size >= REMEMBERED_MAX) this.#counts.clear();
    const key = `${consumer}:${message}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  forget(consumer: string, message: string): void {
    if (this.#counts.size > 0) this.#counts.delete(`${consumer}:${message}`);
  }
}
