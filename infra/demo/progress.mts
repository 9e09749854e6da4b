import { each } from './each.mts';

type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };

/** A line per step of the work, counting up while it goes on where a person watches. */
export class Progress {
  readonly #out: Output = process.stdout;
  #line = '';

  /** Does something with every item, a few at a time, and counts them. */
  each<T, R>(title: string, items: readonly T[], work: (item: T) => Promise<R>, atOnce: number): Promise<R[]> {
    let done = 0;
    return each(items, atOnce, async (item) => {
      const result = await work(item);
      done += 1;
      this.#show(`${title}: ${done} of ${items.length}`);
      return result;
    });
  }

  /** Ends a step with its outcome. */
  done(text: string) {
    this.#clear();
    this.#out.write(`${text}\n`);
  }

  /** @param seconds that the server asks to wait */
  waiting(seconds: number) {
    this.done(`The server asks to wait ${seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} s`} ...`);
  }

  #show(text: string) {
    if (!this.#out.isTTY) return;
    this.#clear();
    this.#out.write((this.#line = text));
  }

  #clear() {
    if (this.#line) this.#out.write(`\r${' '.repeat(this.#line.length)}\r`);
    this.#line = '';
  }
}
