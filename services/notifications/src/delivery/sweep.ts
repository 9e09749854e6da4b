import { Logger } from '@nestjs/common';
import type { Database } from '@inkling/platform';

const EVERY_MS = 10 * 60_000;
const BATCH = 5_000;

/** What is deleted when: `table` and a condition on its rows, which an index answers. */
export interface Expiry {
  readonly table: string;
  readonly where: string;
}

/** Deletes what is over, in batches, now and then, and once at the start. */
export class Sweep {
  readonly #logger = new Logger(Sweep.name);
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(
    private readonly database: Database,
    private readonly expiries: readonly Expiry[],
  ) {}

  start(): void {
    const sweep = (): void => {
      this.#running = this.run().catch((error: unknown) =>
        this.#logger.warn(`Old rows could not be removed now: ${(error as Error).message}`),
      );
    };
    this.#timer = setInterval(sweep, EVERY_MS);
    this.#timer.unref();
    sweep();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** One round. */
  async run(): Promise<void> {
    for (const { table, where } of this.expiries) {
      let removed = BATCH;
      while (removed === BATCH && !this.#stopped) {
        const rows = await this.database.query({
          text: `delete from ${table} where ctid in (select ctid from ${table} where ${where} limit ${BATCH}) returning 1`,
        });
        removed = rows.length;
      }
    }
  }
}
