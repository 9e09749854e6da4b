/**
 * A read that callers share: those who come while it is under way get its result, and optionally those who come within
 * some milliseconds of its start. A read that fails is never kept.
 */
export class SharedRead<T> {
  readonly #read: () => Promise<T>;
  readonly #keepMs: number | undefined;
  #current: Promise<T> | undefined;
  #staleAt = 0;

  /**
   * @param keepMs shares a result for so long from the start of its read, since that is how old it is; 0 reads for each
   *   caller. Without it, callers share a read only while it is under way.
   */
  constructor(read: () => Promise<T>, keepMs?: number) {
    this.#read = read;
    this.#keepMs = keepMs;
  }

  get(): Promise<T> {
    if (this.#current && performance.now() < this.#staleAt) return this.#current;
    const read = this.#read();
    const end = (): void => {
      if (this.#current === read) this.forget();
    };
    this.#current = read;
    this.#staleAt = this.#keepMs === undefined ? Infinity : performance.now() + this.#keepMs;
    read.then(this.#keepMs === undefined ? end : undefined, end);
    return read;
  }

  /** The next caller reads again, even while a read is under way. */
  forget(): void {
    this.#current = undefined;
  }
}
