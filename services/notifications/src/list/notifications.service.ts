import { Injectable } from '@nestjs/common';
import { LIST_PAGE_SIZE, type Notification } from '@inkling/contracts';
import { ApiError, Database } from '@inkling/platform';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { BlocksRepository } from '../blocks/blocks.repository.js';
import { CommentsRepository } from '../projections/comments.repository.js';
import { ProfileProjection } from '../projections/profile-projection.js';
import { enqueuePush } from '../push/push-queue.js';
import { testWords } from '../push/push-words.js';
import type { Tables } from '../tables.js';
import { LiveNotifications } from './live-notifications.js';
import { decodeCursor, encodeCursor } from './notification-cursor.js';
import { NotificationRemoval } from './notification-removal.js';
import { toNotification } from './notification-view.js';
import { NotificationsRepository } from './notifications.repository.js';
import { UnreadCounts } from './unread-counts.repository.js';

/** Test notifications that one person may send in a minute, to all others together. */
const TESTS_PER_MINUTE = 20;
const MINUTE_S = 60;

/** A user's list of notifications (docs/product.md#notifications). */
@Injectable()
export class NotificationsService {
  readonly #tests = new RateLimiterMemory({ points: TESTS_PER_MINUTE, duration: MINUTE_S });

  constructor(
    private readonly database: Database<Tables>,
    private readonly notifications: NotificationsRepository,
    private readonly removal: NotificationRemoval,
    private readonly unread: UnreadCounts,
    private readonly comments: CommentsRepository,
    private readonly profiles: ProfileProjection,
    private readonly live: LiveNotifications,
    private readonly blocks: BlocksRepository,
  ) {}

  /**
   * A page of LIST_PAGE_SIZE, the latest event first.
   * @throws ApiError `invalid-request` for a cursor that this list did not give out
   */
  async list(
    userId: number,
    cursor: string | undefined,
  ): Promise<{ notifications: Notification[]; nextCursor: string | null }> {
    const rows = await this.notifications.page(userId, cursor === undefined ? undefined : decodeCursor(cursor));
    const page = rows.slice(0, LIST_PAGE_SIZE);
    const nextCursor = rows.length > LIST_PAGE_SIZE ? encodeCursor(page.at(-1)!) : null;
    return { notifications: page.filter(({ pollDeleted }) => !pollDeleted).map(toNotification), nextCursor };
  }

  async unreadCount(userId: number): Promise<{ count: number }> {
    return { count: await this.unread.of(userId) };
  }

  async markAllRead(userId: number): Promise<{ count: number }> {
    await this.unread.markAllRead(userId);
    this.live.notify({ userId });
    return this.unreadCount(userId);
  }

  /**
   * Marks one notification as read; the next event on the same poll makes it unread again.
   * @returns how many are unread afterwards
   * @throws ApiError `notification-not-found`, also for another user's notification
   */
  async markRead(userId: number, id: number): Promise<{ count: number }> {
    const count = await this.database.transaction(async (tx) => {
      const state = await this.unread.lockOne(tx, userId);
      return this.notifications.markOneRead(tx, state, id);
    });
    if (count === undefined) throw new ApiError('notification-not-found');
    this.live.notify({ userId });
    return { count };
  }

  /**
   * Dismisses a notification. The next event on the same poll starts a new one, which never shows a dismissed comment.
   * @throws ApiError `notification-not-found`, also for another user's notification
   */
  async remove(userId: number, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.unread.lockKnown(tx, [userId]);
      const removed = await this.removal.removeOne(tx, userId, id);
      if (!removed) throw new ApiError('notification-not-found');
      if (removed.pollId !== null && removed.commentId !== null)
        await this.comments.dropUpTo(tx, removed.pollId, removed.commentId);
    });
    this.live.notify({ userId });
  }

  /**
   * Sends a test notification from one user to another, in the list and as push, whatever the recipient's preferences.
   * Somebody who has muted the sender gets none, and the sender gets the usual answer.
   * @throws ApiError `user-not-found`; `too-many-requests` with `retryAfter` seconds
   */
  async test(actorId: number, userId: number): Promise<Notification> {
    await this.#spendTest(actorId);
    if (!(await this.profiles.isKnown(userId))) throw new ApiError('user-not-found');
    const { row, silenced } = await this.database.transaction(async (tx) => {
      const state = await this.unread.lockOne(tx, userId);
      const { apart, silenced } = await this.blocks.between(tx, { userId, otherId: actorId });
      if (apart) throw new ApiError('user-not-found');
      const { id } = await this.notifications.grow(tx, state, {
        kind: 'test',
        objectId: await this.notifications.nextTestId(tx),
        pollId: null,
        actorId,
        commentId: null,
        count: 1,
        at: Date.now(),
      });
      const words = testWords(await this.profiles.nameOf(tx.kysely, actorId));
      const push = { kind: 'test', notificationId: id, ...words, link: '/notifications', names: actorId } as const;
      await enqueuePush(tx, { userId, ...push });
      const [row] = await this.notifications.views([id], tx);
      // Made and removed in one transaction, so that nothing arrives and the sender cannot tell.
      if (silenced) await this.removal.removeOne(tx, userId, id);
      return { row, silenced };
    });
    if (row && !silenced) this.live.notify({ userId, notificationId: row.id });
    if (!row) throw new ApiError('notification-not-found');
    return toNotification(row);
  }

  async #spendTest(actorId: number): Promise<void> {
    try {
      await this.#tests.consume(actorId);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      throw new ApiError('too-many-requests', {
        message: 'These are enough test notifications. Please wait a moment.',
        extra: { retryAfter },
      });
    }
  }
}
