import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiError } from '@inkling/platform';
import { QueueLoop } from '../delivery/queue-loop.js';
import { nextAttemptMs } from '../delivery/retry-delay.js';
import { LiveNotices } from '../live/live-notices.js';
import { FanOutPages } from './fan-out-pages.js';
import { FanOuts, type FanOut } from './fan-outs.repository.js';

const SLOTS = 2;
const RETRY_MS = 1_000;

/** Tells many users of one thing, page after page, and goes on after a restart where it was. */
@Injectable()
export class FanOutWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(FanOutWorker.name);
  readonly #loop: QueueLoop<FanOut>;
  #stopped = false;

  constructor(
    private readonly fanOuts: FanOuts,
    private readonly pages: FanOutPages,
    private readonly live: LiveNotices,
  ) {
    this.#loop = new QueueLoop({
      name: FanOutWorker.name,
      slots: SLOTS,
      take: async (limit) => {
        const rows = await fanOuts.take(limit);
        return { rows, more: rows.length === limit };
      },
      work: (work) => this.#work(work),
    });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    await this.#loop.stop();
  }

  /** Looks for work once the caller's transaction has committed. */
  wakeSoon(): void {
    this.#loop.wakeSoon();
  }

  async #work(taken: FanOut): Promise<void> {
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
