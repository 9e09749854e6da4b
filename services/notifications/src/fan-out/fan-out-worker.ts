import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiError, WorkQueue, backoffMs } from '@inkling/platform';
import { LiveNotifications } from '../list/live-notifications.js';
import { FanOutPages } from './fan-out-pages.js';
import { FanOuts, type FanOut } from './fan-outs.repository.js';

const SLOTS = 2;
const RETRY_MS = 1_000;

/** Notifies many users of one event, page by page. After a restart it continues with the next page. */
@Injectable()
export class FanOutWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(FanOutWorker.name);
  readonly #queue: WorkQueue<FanOut>;

  constructor(
    private readonly fanOuts: FanOuts,
    private readonly pages: FanOutPages,
    private readonly live: LiveNotifications,
  ) {
    this.#queue = new WorkQueue({
      name: FanOutWorker.name,
      slots: SLOTS,
      claim: (limit) => fanOuts.claim(limit),
      work: (fanOut, stopping) => this.#notifyAll(fanOut, stopping),
    });
  }

  onApplicationBootstrap(): void {
    this.#queue.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#queue.stop();
  }

  wakeSoon(): void {
    this.#queue.wakeSoon();
  }

  async #notifyAll(claimed: FanOut, stopping: AbortSignal): Promise<void> {
    let page = claimed;
    try {
      while (!stopping.aborted) {
        const { recipients, next } = await this.pages.notifyPage(page);
        for (const recipient of recipients) this.live.notify(recipient);
        if (!next) return;
        page = next;
      }
      await this.fanOuts.release(page);
    } catch (error) {
      await this.fanOuts.retry(page, backoffMs(page.attempts + 1, RETRY_MS));
      if (!(error instanceof ApiError)) throw error;
      this.#logger.warn(`The fan-out of ${page.kind} is continued later: ${error.code}`);
    }
  }
}
