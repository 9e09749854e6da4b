import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@inkling/platform';
import type { Taken } from '../delivery/queue-loop.js';
import { QueueWorker } from '../delivery/queue-worker.js';
import { nextAttemptMs } from '../delivery/retry-delay.js';
import { LiveNotices } from '../live/live-notices.js';
import { FanOutPages } from './fan-out-pages.js';
import { FanOuts, type FanOut } from './fan-outs.repository.js';

const SLOTS = 2;
const RETRY_MS = 1_000;

/** Tells many users of one thing, page after page, and goes on after a restart where it was. */
@Injectable()
export class FanOutWorker extends QueueWorker<FanOut> {
  readonly #logger = new Logger(FanOutWorker.name);
  #stopped = false;

  constructor(
    private readonly fanOuts: FanOuts,
    private readonly pages: FanOutPages,
    private readonly live: LiveNotices,
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
        const { told, next } = await this.pages.tell(work);
        for (const { userId, noticeId } of told) this.live.changed(userId, noticeId);
        work = next;
      }
      if (work) await this.fanOuts.release(work, 0, false);
    } catch (error) {
      if (error instanceof ApiError) this.#logger.warn(`Telling of ${taken.kind} goes on later: ${error.code}`);
      await this.fanOuts.release(work ?? taken, nextAttemptMs((work ?? taken).attempts + 1, RETRY_MS), true);
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
