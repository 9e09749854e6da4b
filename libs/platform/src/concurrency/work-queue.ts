import { Logger } from '@nestjs/common';
import { isConnectionFailure } from '../errors/database-errors.js';

/** Default milliseconds between two claims when nobody wakes the queue: for other processes' rows and due retries. */
const LOOK_MS = 250;
/** After this time the transaction that queued a row has usually committed; if not, the next look finds the row. */
const SOON_MS = 25;
/** After a claim that failed. */
const RETRY_MS = 2_000;
const STOP_MS = 15_000;
const LONGEST_RETRY_MS = 3_600_000;

export interface Claimed<Row> {
  readonly rows: readonly Row[];
  /** Whether more rows may be due; the queue then claims again without a pause. */
  readonly more: boolean;
}

export interface WorkQueueOptions<Row> {
  /** For logs. */
  readonly name: string;
  /** Rows in work at once. */
  readonly slots: number;
  /** Milliseconds between two claims when nobody wakes the queue. Default 250. */
  readonly lookMs?: number;
  /**
   * Claims up to `limit` due rows (at least 1): one statement that selects them FOR UPDATE SKIP LOCKED, in a
   * materialized CTE so that the limit holds, and moves their due time past a lease that is longer than the work.
   */
  claim(limit: number): Promise<Claimed<Row>>;
  /**
   * Does a row's work and stores the result: done, or due again after `backoffMs`. When it throws, the row comes again
   * when its lease ends. `stopping` is aborted by `stop`.
   */
  work(row: Row, stopping: AbortSignal): Promise<void>;
}

/**
 * Works through a queue that is a table, with a bounded number of rows at once. Rows are leased, not locked: no
 * transaction stays open while the work waits for the outside world, and the rows of a process that was killed come
 * again when their leases end.
 */
export class WorkQueue<Row> {
  readonly #logger: Logger;
  readonly #options: WorkQueueOptions<Row>;
  readonly #active = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #loop: Promise<void> | undefined;
  #wake: () => void = () => undefined;
  #woken = false;
  #soon: NodeJS.Timeout | undefined;

  constructor(options: WorkQueueOptions<Row>) {
    this.#options = options;
    this.#logger = new Logger(options.name);
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Claims now instead of at the next look. */
  wake(): void {
    this.#woken = true;
    this.#wake();
  }

  /** Claims in a moment, when the caller's transaction has committed. */
  wakeSoon(): void {
    if (this.#stopping.signal.aborted) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, SOON_MS);
  }

  /** Claims nothing more and waits up to 15 seconds for the work under way; the rest comes again after its lease. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#soon);
    this.#wake();
    await this.#loop;
    await Promise.race([
      Promise.allSettled(this.#active),
      new Promise((resolve) => setTimeout(resolve, STOP_MS).unref()),
    ]);
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const free = this.#options.slots - this.#active.size;
      if (free <= 0) {
        await Promise.race(this.#active);
        continue;
      }
      this.#woken = false;
      let more: boolean;
      try {
        const claimed = await this.#options.claim(free);
        for (const row of claimed.rows) this.#begin(row);
        more = claimed.more;
      } catch (error) {
        if (isConnectionFailure(error)) this.#logger.warn('The queue cannot be read now; it is tried again');
        else this.#logger.error('Reading the queue failed; it is tried again', error);
        await this.#sleep(RETRY_MS);
        continue;
      }
      if (!more && !this.#woken) await this.#sleep(this.#options.lookMs ?? LOOK_MS);
    }
  }

  #begin(row: Row): void {
    const work = this.#options
      .work(row, this.#stopping.signal)
      .catch((error: unknown) => {
        if (isConnectionFailure(error)) this.#logger.warn('The queue cannot be written now; the row comes again');
        else this.#logger.error('A row failed; it comes again', error);
      })
      .finally(() => this.#active.delete(work));
    this.#active.add(work);
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.#wake = () => undefined;
  }
}

/**
 * Milliseconds until the next attempt: doubles each time, up to an hour, and varies by a tenth in both directions so
 * that rows which failed together do not come back together.
 * @param attempts made so far, from 1
 * @param firstMs after the first attempt
 * @param atLeastMs what the other side asked for; an hour at most
 */
export function backoffMs(attempts: number, firstMs: number, atLeastMs = 0): number {
  const doubled = Math.min(LONGEST_RETRY_MS, firstMs * 2 ** Math.min(20, attempts - 1));
  return Math.round(Math.max(Math.min(LONGEST_RETRY_MS, atLeastMs), doubled * (0.9 + 0.2 * Math.random())));
}
