import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@inkling/platform';
import type { Taken } from '../delivery/queue-loop.js';
import { QueueWorker } from '../delivery/queue-worker.js';
import { nextAttemptMs } from '../delivery/retry-delay.js';
import { LiveNotifications } from '../list/live-notifications.js';
import { FanOutPages } from './fan-out-pages.js';
import { FanOuts, type FanOut } from './fan-outs.repository.js';

const SLOTS = 2;
const RETRY_MS = 1_000;

/** Notifies many users of one event, page by page. After a restart it continues with the next page. */
@Injectable()
export class FanOutWorker extends QueueWorker<FanOut> {
  readonly #logger = new Logger(FanOutWorker.name);
  #stopped = false;

  constructor(
    private readonly fanOuts: FanOuts,
    private readonly pages: FanOutPages,
    private readonly live: LiveNotifications,
  ) {
    super(FanOutWorker.name, SLOTS);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    await super.beforeApplicationShutdown();
  }

  protected async take(limit: number): Promise<Taken<FanOut>> {
    const rows = await this.fanOuts.take(limit);
    return { rows, more: rows.length === limit };
  }

  protected async work(taken: FanOut): Promise<void> {
    let work: FanOut | undefined = taken;
    try {
      while (work && !this.#stopped) {
        const { recipients, next } = await this.pages.notifyPage(work);
        for (const recipient of recipients) this.live.notify(recipient);
        work = next;
      }
      if (work) await this.fanOuts.release(work, 0, false);
    } catch (error) {
      if (error instanceof ApiError)
        this.#logger.warn(`The fan-out of ${taken.kind} is continued later: ${error.code}`);
      await this.fanOuts.release(work ?? taken, nextAttemptMs((work ?? taken).attempts + 1, RETRY_MS), true);
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
