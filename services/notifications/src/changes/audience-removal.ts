import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { NotificationRemoval } from '../list/notification-removal.js';
import { UnreadCounts } from '../list/unread-counts.repository.js';
import { cancelPushesAbout } from '../push/push-queue.js';
import type { Tables } from '../tables.js';
import { ChangeQueue, type ChangeGroup } from './change-queue.repository.js';
import { NOTHING, type MergeResult } from './merge-result.js';

/** Takes an author's polls for followers out of the notifications of somebody who follows the author no more. */
@Injectable()
export class AudienceRemoval {
  constructor(
    private readonly database: Database<Tables>,
    private readonly changes: ChangeQueue,
    private readonly notifications: NotificationRemoval,
    private readonly unread: UnreadCounts,
  ) {}

  /** Following again does not bring them back. */
  remove(group: ChangeGroup): Promise<MergeResult> {
    const { recipientId: userId, objectId: authorId } = group;
    return this.database.transaction(async (tx) => {
      await this.unread.lock(tx, [userId]);
      if ((await this.changes.take(tx, group)).length === 0) return NOTHING;
      await this.notifications.removeForFollowers(tx, userId, authorId);
      await cancelPushesAbout(tx, userId, authorId);
      return { recipients: [{ userId }] };
    });
  }
}
