import { Injectable, Logger } from '@nestjs/common';
import { ApiError, QueueWorker, backoffMs, type Claimed } from '@inkling/platform';
import { LiveNotifications } from '../list/live-notifications.js';
import { FanOutPages } from './fan-out-pages.js';
import { FanOuts, type FanOut } from './fan-outs.repository.js';

const SLOTS = 2;
const RETRY_MS = 1_000;

/** Notifies many users of one event, page by page. After a restart it continues with the next page. */
@Injectable()
export class FanOutWorker extends QueueWorker<FanOut> {
  readonly #logger = new Logger(FanOutWorker.name);

  constructor(
    private readonly fanOuts: FanOuts,
    private readonly pages: FanOutPages,
    private readonly live: LiveNotifications,
  ) {
    super(SLOTS);
  }

  protected claim(limit: number): Promise<Claimed<FanOut>> {
    return this.fanOuts.claim(limit);
  }

  protected async work(claimed: FanOut, stopping: AbortSignal): Promise<void> {
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
