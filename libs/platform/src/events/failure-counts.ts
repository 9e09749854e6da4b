const REMEMBERED_MAX = 10_000;

/**
 * How often an event has failed here. Deliveries are no measure: they also count those for which the database was away,
 * and those that a consumer took too long over. A restart begins anew, which errs on the side of trying.
 */
export class FailureCounts {
  readonly #counts = new Map<string, number>();

  /** Counts one more failure, and returns how many there are. */
  add(consumer: string, message: string): number {
    // Events that another replica took in meanwhile are never forgotten one by one.
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
