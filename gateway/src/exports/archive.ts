import { Readable } from 'node:stream';
import ZipStream from 'zip-stream';

/** Little work for the processor, which votes need more. */
const LEVEL = 1;

/** A ZIP file that is read while it is written. Nothing is held but the chunks under way. */
export class Archive {
  readonly #zip = new ZipStream({ level: LEVEL });
  readonly #date: Date;
  readonly #closed: Promise<never>;

  /** @param date time of all entries */
  constructor(date: Date) {
    this.#date = date;
    this.#closed = new Promise((_, reject) => {
      this.#zip.once('close', () => reject(this.#zip.errored ?? new Error('The archive was closed')));
      this.#zip.once('error', reject);
    });
    this.#closed.catch(() => undefined);
  }

  get stream(): Readable {
    return this.#zip;
  }

  /**
   * Adds a file and waits until it is written.
   * @param store keeps it as it is, for what is compressed already
   */
  async add(name: string, source: Readable, { store = false } = {}): Promise<void> {
    const failed = new Promise<never>((_, reject) => source.once('error', reject));
    const written = new Promise<void>((resolve, reject) => {
      this.#zip.entry(source, { name, date: this.#date, store }, (error) => (error ? reject(error) : resolve()));
    });
    try {
      await Promise.race([written, failed, this.#closed]);
    } finally {
      source.destroy();
      written.catch(() => undefined);
      failed.catch(() => undefined);
    }
  }

  /** Ends the file. */
  finish(): void {
    this.#zip.finish();
  }

  /** Gives the file up: its reader gets the error. */
  abandon(error: Error): void {
    this.#zip.destroy(error);
  }
}
