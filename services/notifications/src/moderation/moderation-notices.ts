import { Injectable } from '@nestjs/common';
import { noticeDue, type Envelope, type EventData, type NoticeContent } from '@inkling/contracts';
import { Database, OnEvent, purgedAmong, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { LiveNotifications } from '../list/live-notifications.js';
import { NotificationsRepository } from '../list/notifications.repository.js';
import { UnreadCounts } from '../list/unread-counts.repository.js';
import { MailService } from '../mail/mail.service.js';
import { enqueueMail } from '../mail/queued-mail.js';
import { enqueuePush, isFresh } from '../push/push-queue.js';
import { moderationWords } from '../push/push-words.js';
import type { Tables } from '../tables.js';

type Notice = EventData<typeof noticeDue>;

/** Tells people what moderators have decided: in their list, by mail, and by push only of a suspension. */
@Injectable()
export class ModerationNotices {
  constructor(
    private readonly database: Database<Tables>,
    private readonly notifications: NotificationsRepository,
    private readonly unread: UnreadCounts,
    private readonly live: LiveNotifications,
    private readonly mails: MailService,
  ) {}

  /** Commits before it notifies the open page, which then reads the list. A repeated notice changes nothing. */
  @OnEvent(noticeDue)
  async onDue(due: Notice, _tx: Transaction<Tables>, { occurredAt }: Envelope): Promise<void> {
    const notificationId = await this.database.transaction((tx) => this.#add(tx, due, Date.parse(occurredAt)));
    if (notificationId === undefined) return;
    this.live.notify({ userId: due.userId, notificationId });
    if (due.mail) this.mails.wake();
  }

  /** @returns undefined when the person has the notice already, or is deleted */
  async #add(tx: Transaction<Tables>, due: Notice, at: number): Promise<number | undefined> {
    const { noticeId, userId, notice, mail } = due;
    const state = await this.unread.lockOne(tx, userId);
    if ((await purgedAmong(tx, [userId])).size > 0) return undefined;
    const known = await tx.kysely
      .selectFrom('moderation_notices')
      .select('notice_id')
      .where('notice_id', '=', noticeId)
      .executeTakeFirst();
    if (known) return undefined;
    const { id } = await this.notifications.grow(tx, state, {
      kind: 'moderation',
      objectId: noticeId,
      // Null even for a poll, so that the notice stays when the poll is deleted.
      pollId: null,
      actorId: null,
      commentId: null,
      count: 1,
      at,
    });
    const content = sql<NoticeContent>`${JSON.stringify(notice)}::jsonb`;
    await tx.kysely
      .insertInto('moderation_notices')
      .values({ notice_id: noticeId, notification_id: id, content })
      .execute();
    if (notice.kind === 'act' && notice.act === 'suspend' && isFresh(at))
      await enqueuePush(tx, {
        userId,
        kind: 'moderation',
        notificationId: id,
        ...moderationWords(notice),
        link: '/notifications',
      });
    if (mail) await enqueueMail(tx.kysely, { template: 'moderation', content: { userId, notice } });
    return id;
  }
}
