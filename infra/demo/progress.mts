/** A line per step of the work, counting up while it goes on where a person watches. */
export class Progress {
  readonly out: Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };
  #line = '';

  constructor(out: Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean } = process.stdout) {
    this.out = out;
  }

  /**
   * Does something with every item, a few at a time, and counts them.
   * @returns in the order of the items; after a failure no further one is begun
   */
  async each<T, R>(
    title: string,
    items: readonly T[],
    work: (item: T, index: number) => Promise<R>,
    atOnce: number,
  ): Promise<R[]> {
    const results = new Array(items.length);
    let next = 0;
    let done = 0;
    let failed = false;
    const lane = async () => {
      while (!failed && next < items.length) {
        const index = next++;
        try {
          results[index] = await work(items[index], index);
        } catch (error) {
          failed = true;
          throw error;
        }
        done += 1;
        this.#show(`${title}: ${done} of ${items.length}`);
      }
    };
    // All lanes end before a failure is passed on, so that nothing goes on behind it.
    const lanes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, lane));
    const failure = lanes.find(({ status }) => status === 'rejected');
    if (failure) throw (failure as PromiseRejectedResult).reason;
    return results;
  }

  /** Ends a step with its outcome. */
  done(text: string) {
    this.#clear();
    this.out.write(`${text}\n`);
  }

  /** @param seconds that the server asks to wait */
  waiting(seconds: number) {
    this.done(`The server asks to wait ${seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} s`} ...`);
  }

  #show(text: string) {
    if (!this.out.isTTY) return;
    this.#clear();
    this.out.write((this.#line = text));
  }

  #clear() {
    if (this.#line) this.out.write(`\r${' '.repeat(this.#line.length)}\r`);
    this.#line = '';
  }
}
