import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { NOTIFICATION_DAYS_MAX } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { Sweep } from '../delivery/sweep.js';
import { LiveNotices } from '../live/live-notices.js';
import { NoticesRepository } from './notices.repository.js';
import { UnreadCounts } from './unread-counts.repository.js';

const EVERY_MS = 24 * 3_600_000;
/** Not at once: a service that is just starting has other things to do. */
const FIRST_MS = 10 * 60_000;
/** Users looked at in one statement. */
const USERS = 500;
/** Notices deleted in one transaction. */
const BATCH = 500;
/** Between two statements over users, so that a round over all of them is never felt. */
const PAUSE_MS = 50;
/** How much longer than notices the profile changes are kept that those may need. */
const SLACK_DAYS = 30;

/**
 * Deletes old notices, and those of a user beyond the number that is kept, once a day. Stopped half way, the next round
 * finds what is left.
 */
@Injectable()
export class NoticeSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(NoticeSweep.name);
  readonly #profileChanges: Sweep;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(
    private readonly database: Database,
    private readonly notices: NoticesRepository,
    private readonly unread: UnreadCounts,
    private readonly live: LiveNotices,
  ) {
    // Every notice that is still there was made after such a change, and says it.
    this.#profileChanges = new Sweep(database, [
      { table: 'profile_changes', where: `changed_at < now() - interval '${NOTIFICATION_DAYS_MAX + SLACK_DAYS} days'` },
    ]);
  }

  onApplicationBootstrap(): void {
    this.#schedule(FIRST_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** One round over all users. @returns notices deleted */
  async run(pauseMs = PAUSE_MS): Promise<number> {
    let removed = 0;
    for (let after: number | undefined = 0; after !== undefined && !this.#stopped;) {
      const { next, users } = await this.notices.overfull(after, USERS);
      for (const userId of users) removed += await this.#removeOf(userId);
      after = next;
      if (next !== undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    if (!this.#stopped) await this.#profileChanges.run();
    return removed;
  }

  #schedule(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.run()
        .catch((error: unknown) =>
          this.#logger.warn(`Old notices could not be removed now: ${(error as Error).message}`),
        )
        .finally(() => {
          if (!this.#stopped) this.#schedule(EVERY_MS);
        });
    }, delayMs);
    this.#timer.unref();
  }

  async #removeOf(userId: number): Promise<number> {
    let removed = 0;
    for (let size = BATCH; size === BATCH && !this.#stopped; removed += size) {
      const gone = await this.database.transaction(async (tx) => {
        await this.unread.lock(tx, [userId]);
        return this.notices.removeOverfull(tx, userId, BATCH);
      });
      if (gone.some(({ unread }) => unread)) this.live.changed(userId);
      size = gone.length;
    }
    return removed;
  }
}
