import { Injectable } from '@nestjs/common';
import { LIST_PAGE_SIZE, type Notification } from '@inkling/contracts';
import { ApiError, Database } from '@inkling/platform';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { LiveNotices } from '../live/live-notices.js';
import { enqueuePush } from '../push/push-queue.js';
import { decodeNoticeCursor, encodeNoticeCursor } from './notice-cursor.js';
import { NoticeFacts } from './notice-facts.repository.js';
import { toNotification } from './notice-view.js';
import { SOMEONE } from './notice-words.js';
import { NoticesRepository } from './notices.repository.js';
import { UnreadCounts } from './unread-counts.repository.js';

/** Test notices that one person may send, to all others together. */
const TESTS_PER_MINUTE = 20;
const MINUTE_S = 60;

/** A user's list of notices (spec 2, /notifications; spec 7, Notifications). */
@Injectable()
export class NoticesService {
  readonly #tests = new RateLimiterMemory({ points: TESTS_PER_MINUTE, duration: MINUTE_S });

  constructor(
    private readonly database: Database,
    private readonly notices: NoticesRepository,
    private readonly unread: UnreadCounts,
    private readonly facts: NoticeFacts,
    private readonly live: LiveNotices,
  ) {}

  /**
   * A page of LIST_PAGE_SIZE, the latest event first.
   * @throws ApiError `invalid-request` for a foreign cursor
   */
  async list(
    userId: number,
    cursor: string | undefined,
  ): Promise<{ notifications: Notification[]; nextCursor: string | null }> {
    const rows = await this.notices.page(userId, cursor === undefined ? undefined : decodeNoticeCursor(cursor));
    const page = rows.slice(0, LIST_PAGE_SIZE);
    const nextCursor = rows.length > LIST_PAGE_SIZE ? encodeNoticeCursor(page.at(-1)!) : null;
    return { notifications: page.filter(({ pollDeleted }) => !pollDeleted).map(toNotification), nextCursor };
  }

  async unreadCount(userId: number): Promise<{ count: number }> {
    return { count: await this.unread.of(userId) };
  }

  async markAllRead(userId: number): Promise<{ count: number }> {
    await this.unread.markAllRead(userId);
    this.live.changed(userId);
    return this.unreadCount(userId);
  }

  /**
   * Marks one notice as read; what happens on the same poll later makes it unread again.
   * @returns how many are unread then
   * @throws ApiError `notification-not-found`, also for someone else's
   */
  async markRead(userId: number, id: number): Promise<{ count: number }> {
    const count = await this.database.transaction(async (tx) => {
      const state = await this.unread.lockOne(tx, userId);
      return this.notices.markOneRead(tx, state, id);
    });
    if (count === undefined) throw new ApiError('notification-not-found');
    this.live.changed(userId);
    return { count };
  }

  /**
   * Dismisses a notice. What happens on the same poll later makes a new one, which does not go back to what was
   * dismissed.
   * @throws ApiError `notification-not-found`, also for someone else's
   */
  async remove(userId: number, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.unread.lock(tx, [userId]);
      const removed = await this.notices.removeOne(tx, userId, id);
      if (!removed) throw new ApiError('notification-not-found');
      if (removed.pollId !== null && removed.commentId !== null)
        await this.facts.dropComments(tx, removed.pollId, removed.commentId);
    });
    this.live.changed(userId);
  }

  /**
   * A notice from one user to another, in the list and as push, whatever the preferences are (spec 2, /debug).
   * @throws ApiError `user-not-found`; `too-many-requests` with `retryAfter`
   */
  async test(actorId: number, userId: number): Promise<Notification> {
    await this.#spendTest(actorId);
    if (!(await this.facts.isKnown(userId))) throw new ApiError('user-not-found');
    const id = await this.database.transaction(async (tx) => {
      const state = await this.unread.lockOne(tx, userId);
      const [next] = await tx.query<{ id: number }>({ text: `select nextval('test_notices')::float8 as id` });
      const notice = await this.notices.grow(tx, state, {
        kind: 'test',
        objectId: next!.id,
        pollId: null,
        actorId,
        commentId: null,
        count: 1,
        at: Date.now(),
      });
      const name = (await this.facts.names(tx, [actorId])).get(actorId) ?? SOMEONE;
      await enqueuePush(tx, {
        userId,
        kind: 'test',
        noticeId: notice.id,
        title: 'Test notification',
        body: `${name} sent you a test notification`,
        link: '/notifications',
      });
      return notice.id;
    });
    this.live.changed(userId, id);
    const [row] = await this.notices.views([id]);
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
