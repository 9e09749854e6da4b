import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { userSubject, type LiveNotification } from '@inkling/contracts';
import { CONFIG, LiveBus, Throttle, isConnectionFailure } from '@inkling/platform';
import type { NotificationsConfig } from '../config.js';
import { toNotification } from './notification-view.js';
import type { NotificationRow } from './notifications.sql.js';
import { NotificationsRepository } from './notifications.repository.js';
import { UnreadCounts } from './unread-counts.repository.js';

/** Wait for further changes before the first message. */
const DELAY_MS = 25;
/** Users whose messages are read together. */
const USERS_PER_RUN = 500;
/** Users with a pending or recent message. Beyond this number, further users learn of changes when they next ask. */
const USERS_MAX = 100_000;
/** Notifications sent to one user at once, the latest ones; clients read the list again anyway. */
const NOTIFICATIONS_PER_RUN = 5;

/** A user to notify after the commit: of one notification, or only of a new unread count. */
export interface Recipient {
  readonly userId: number;
  readonly notificationId?: number;
}

/**
 * Sends new notifications and unread counts to the sockets of their users: soon after the first change, then at most
 * once per interval and user, and always the last state. Each message is read from the database when it is sent, so it
 * never shows more than the list does. Messages may be lost; clients also ask for the count from time to time.
 */
@Injectable()
export class LiveNotifications implements BeforeApplicationShutdown {
  readonly #logger = new Logger(LiveNotifications.name);
  readonly #throttle: Throttle<number, readonly number[]>;

  constructor(
    private readonly bus: LiveBus,
    private readonly notifications: NotificationsRepository,
    private readonly unread: UnreadCounts,
    @Inject(CONFIG) config: NotificationsConfig,
  ) {
    this.#throttle = new Throttle({
      intervalMs: config.NOTICE_INTERVAL_MS,
      delayMs: DELAY_MS,
      keysMax: USERS_MAX,
      perRun: USERS_PER_RUN,
      merge: (waiting, next) => [...waiting.filter((id) => !next.includes(id)), ...next].slice(-NOTIFICATIONS_PER_RUN),
      run: (due) => this.#send(due),
    });
  }

  /** To be called after the commit. */
  notify({ userId, notificationId }: Recipient): void {
    this.#throttle.add(userId, notificationId === undefined ? [] : [notificationId]);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#throttle.flush();
  }

  /** @param due ids of notifications by user */
  async #send(due: ReadonlyMap<number, readonly number[]>): Promise<void> {
    try {
      const [rows, counts] = await Promise.all([
        this.notifications.views([...due.values()].flat()),
        this.unread.ofAll([...due.keys()]),
      ]);
      const views = new Map(rows.map((row) => [row.id, row]));
      for (const [userId, ids] of due)
        this.#publish(
          userId,
          ids.flatMap((id) => views.get(id) ?? []),
          counts.get(userId) ?? 0,
        );
    } catch (error) {
      if (isConnectionFailure(error)) this.#logger.warn('The database is away; live notifications are left out');
      else this.#logger.error('Live notifications could not be sent', error);
    }
  }

  #publish(userId: number, rows: readonly NotificationRow[], count: number): void {
    const send = (message: LiveNotification): void => this.bus.publish(userSubject(userId), message);
    for (const row of rows) {
      if (row.recipientId === userId && !row.pollDeleted)
        send({ type: 'notification', action: 'new', notification: toNotification(row) });
    }
    send({ type: 'notifications_count', count });
  }
}
