import { Injectable } from '@nestjs/common';
import { NOTIFICATION_DAYS_MAX } from '@inkling/contracts';
import { Database, PeriodicWorker, deleteInBatches } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { LiveNotifications } from './live-notifications.js';
import { NotificationRemoval } from './notification-removal.js';
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
/** Every notification that still exists is newer than such a change, so its card already shows the profile. */
const OLD_PROFILE_CHANGES = {
  table: 'profile_changes',
  where: `changed_at < now() - interval '${NOTIFICATION_DAYS_MAX + 30} days'`,
};

/**
 * Once a day, deletes notifications that are old, or beyond the number that a list keeps. An interrupted round is
 * finished by the next one.
 */
@Injectable()
export class Retention extends PeriodicWorker {
  constructor(
    private readonly database: Database<Tables>,
    private readonly removal: NotificationRemoval,
    private readonly unread: UnreadCounts,
    private readonly live: LiveNotifications,
  ) {
    super({ name: 'Removing old notifications', everyMs: EVERY_MS, firstMs: FIRST_MS });
  }

  protected work(stopping: AbortSignal): Promise<number> {
    return this.run(PAUSE_MS, stopping);
  }

  /** One round over all users. @returns the number of notifications deleted */
  async run(pauseMs: number, stopping: AbortSignal = new AbortController().signal): Promise<number> {
    let removed = 0;
    for (let after: number | undefined = 0; after !== undefined && !stopping.aborted;) {
      const { next, users } = await this.removal.overfull(after, USERS);
      for (const userId of users) removed += await this.#removeOf(userId, stopping);
      after = next;
      if (next !== undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    await deleteInBatches(this.database, { ...OLD_PROFILE_CHANGES, stopping });
    return removed;
  }

  async #removeOf(userId: number, stopping: AbortSignal): Promise<number> {
    let removed = 0;
    for (let size = BATCH; size === BATCH && !stopping.aborted; removed += size) {
      const deleted = await this.database.transaction(async (tx) => {
        await this.unread.lockKnown(tx, [userId]);
        return this.removal.removeOverfull(tx, userId, BATCH);
      });
      if (deleted.some(({ unread }) => unread)) this.live.notify({ userId });
      size = deleted.length;
    }
    return removed;
  }
}
