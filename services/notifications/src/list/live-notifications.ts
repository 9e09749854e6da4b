import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { userSubject, type LiveNotification } from '@inkling/contracts';
import { CONFIG, LiveBus, isConnectionFailure } from '@inkling/platform';
import type { NotificationsConfig } from '../config.js';
import { toNotification, type NotificationRow } from './notification-view.js';
import { NotificationsRepository } from './notifications.repository.js';
import { UnreadCounts } from './unread-counts.repository.js';

const TICK_MS = 25;
/** Users read and sent to in one round; the others follow in the next. */
const USERS_PER_ROUND = 500;
/** Users with a pending or recent message. Beyond this number, further users learn of changes when they next ask. */
const USERS_MAX = 100_000;
/** The latest notifications sent to one user in one message round; clients read the list again anyway. */
const NOTIFICATIONS_PER_ROUND = 5;

/** A user to notify after the commit: of one notification, or only of a new unread count. */
export interface Recipient {
  readonly userId: number;
  readonly notificationId?: number;
}

interface Pending {
  readonly notificationIds: Set<number>;
  changed: boolean;
  nextAt: number;
}

/**
 * Sends new notifications and unread counts to the sockets of their users: soon after the first change, then at most
 * once per interval and user, and always the last state. Each message is read from the database when it is sent, so it
 * never shows more than the list does. Messages may be lost; clients also ask for the count from time to time.
 */
@Injectable()
export class LiveNotifications implements BeforeApplicationShutdown {
  readonly #logger = new Logger(LiveNotifications.name);
  readonly #users = new Map<number, Pending>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  constructor(
    private readonly bus: LiveBus,
    private readonly notifications: NotificationsRepository,
    private readonly unread: UnreadCounts,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {}

  /** To be called after the commit. */
  notify({ userId, notificationId }: Recipient): void {
    let pending = this.#users.get(userId);
    if (!pending) {
      if (this.#users.size >= USERS_MAX) return;
      pending = { notificationIds: new Set(), changed: true, nextAt: 0 };
      this.#users.set(userId, pending);
    }
    pending.changed = true;
    if (notificationId !== undefined) {
      // Moved to the end: a round sends the latest ones.
      pending.notificationIds.delete(notificationId);
      pending.notificationIds.add(notificationId);
    }
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
    await this.#send(Infinity);
  }

  #tick(): void {
    this.#round ??= this.#send(performance.now()).finally(() => {
      this.#round = undefined;
    });
  }

  async #send(now: number): Promise<void> {
    const due = this.#takeDue(now);
    if (due.size === 0) return;
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

  /** Notification ids by user, for the users whose interval is over. */
  #takeDue(now: number): Map<number, number[]> {
    const due = new Map<number, number[]>();
    for (const [userId, pending] of this.#users) {
      if (pending.nextAt > now) continue;
      if (!pending.changed) {
        this.#users.delete(userId);
        continue;
      }
      if (due.size >= USERS_PER_ROUND) break;
      due.set(userId, [...pending.notificationIds].slice(-NOTIFICATIONS_PER_ROUND));
      pending.notificationIds.clear();
      pending.changed = false;
      pending.nextAt = now + this.config.NOTICE_INTERVAL_MS;
    }
    if (this.#users.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    return due;
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
