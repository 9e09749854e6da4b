import { Logger } from '@nestjs/common';
import { isConnectionFailure } from '@inkling/platform';

/** How often the queue is looked at when nobody has woken it: rows of another process, and rows that fall due. */
const LOOK_MS = 250;
/** By then the transaction of whoever asked has committed, as a rule; if not, the next look finds its rows. */
const SOON_MS = 25;
/** After a look that failed. */
const RETRY_MS = 2_000;
const STOP_MS = 15_000;

export interface Taken<Row> {
  readonly rows: readonly Row[];
  /** There may be more due rows than were looked at. */
  readonly more: boolean;
}

export interface QueueLoopOptions<Row> {
  /** For logs. */
  readonly name: string;
  /** Rows worked on at once. */
  readonly slots: number;
  /** Takes up to `limit` due rows, so that no other process takes them for the length of a lease. */
  take(limit: number): Promise<Taken<Row>>;
  /** Does the work and says so in the table; when it throws, the row comes again when its lease is over. */
  work(row: Row): Promise<void>;
}

/**
 * Works through a queue table with a bounded number of rows at once. Rows are leased, not locked: no transaction is
 * open while the outside world is waited for, and what a killed process had taken comes again when the lease is over.
 */
export class QueueLoop<Row> {
  readonly #logger: Logger;
  readonly #active = new Set<Promise<void>>();
  #loop: Promise<void> | undefined;
  #wake: () => void = () => undefined;
  #woken = false;
  #soon: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(private readonly options: QueueLoopOptions<Row>) {
    this.#logger = new Logger(options.name);
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Looks at once instead of at the next interval. */
  wake(): void {
    this.#woken = true;
    this.#wake();
  }

  /** Looks once the caller's transaction has committed. */
  wakeSoon(): void {
    if (this.#stopped) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, SOON_MS);
  }

  /** Takes nothing new, and waits for what is under way; what does not end in time comes again after its lease. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#soon);
    this.#wake();
    await this.#loop;
    await Promise.race([
      Promise.allSettled(this.#active),
      new Promise((resolve) => setTimeout(resolve, STOP_MS).unref()),
    ]);
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const free = this.options.slots - this.#active.size;
      if (free <= 0) {
        await Promise.race(this.#active);
        continue;
      }
      this.#woken = false;
      let more: boolean;
      try {
        const taken = await this.options.take(free);
        for (const row of taken.rows) this.#begin(row);
        more = taken.more;
      } catch (error) {
        if (isConnectionFailure(error)) this.#logger.warn('The queue cannot be read now; it is tried again');
        else this.#logger.error('Reading the queue failed; it is tried again', error);
        await this.#sleep(RETRY_MS);
        continue;
      }
      if (!more && !this.#woken) await this.#sleep(LOOK_MS);
    }
  }

  #begin(row: Row): void {
    const work = this.options
      .work(row)
      .catch((error: unknown) => {
        if (isConnectionFailure(error)) this.#logger.warn('The queue cannot be written now; the row comes again');
        else this.#logger.error('A row failed; it comes again', error);
      })
      .finally(() => this.#active.delete(work));
    this.#active.add(work);
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#stopped) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.#wake = () => undefined;
  }
}
