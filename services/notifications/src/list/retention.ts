import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { NOTIFICATION_DAYS_MAX } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { Sweep } from '../delivery/sweep.js';
import { LiveNotifications } from './live-notifications.js';
import { NotificationsRepository } from './notifications.repository.js';
import { UnreadCounts } from './unread-counts.repository.js';

const EVERY_MS = 24 * 3_600_000;
/** A service that has just started has more urgent work. */
const FIRST_MS = 10 * 60_000;
/** Users checked in one statement. */
const USERS = 500;
/** Notifications deleted in one transaction. */
const BATCH = 500;
/** Pause between two statements over users, so that a round over all users puts no noticeable load on the database. */
const PAUSE_MS = 50;
/** Notifications need the changes of their actors' profiles, so these are kept longer than notifications. */
const SLACK_DAYS = 30;

/**
 * Once a day, deletes notifications that are old, or beyond the number that a list keeps. An interrupted round is
 * finished by the next one.
 */
@Injectable()
export class Retention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(Retention.name);
  readonly #profileChanges: Sweep;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationsRepository,
    private readonly unread: UnreadCounts,
    private readonly live: LiveNotifications,
  ) {
    // All notifications that still exist are newer than such a change, so their cards already show it.
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

  /** One round over all users. @returns the number of notifications deleted */
  async run(pauseMs = PAUSE_MS): Promise<number> {
    let removed = 0;
    for (let after: number | undefined = 0; after !== undefined && !this.#stopped;) {
      const { next, users } = await this.notifications.overfull(after, USERS);
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
          this.#logger.warn(`Old notifications could not be removed now: ${(error as Error).message}`),
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
      const deleted = await this.database.transaction(async (tx) => {
        await this.unread.lock(tx, [userId]);
        return this.notifications.removeOverfull(tx, userId, BATCH);
      });
      if (deleted.some(({ unread }) => unread)) this.live.notify({ userId });
      size = deleted.length;
    }
    return removed;
  }
}
