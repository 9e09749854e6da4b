import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { FanOuts } from '../fan-out/fan-outs.repository.js';
import type { Recipient } from '../list/live-notifications.js';
import { NotificationRemoval } from '../list/notification-removal.js';
import { UnreadCounts } from '../list/unread-counts.repository.js';
import { CommentsRepository } from '../projections/comments.repository.js';
import { PollProjection } from '../projections/poll-projection.js';
import { cancelPushes } from '../push/push-queue.js';
import type { Tables } from '../tables.js';
import { ChangeQueue, type ChangeGroup } from './change-queue.repository.js';
import { NOTHING, type MergeResult } from './merge-result.js';

/** Kinds of pushes about a poll. A push without a notification is queued, and cancelled, by the poll's link. */
const PUSH_KINDS = ['vote', 'like', 'comment', 'poll_ended', 'new_poll'] as const;

/** Notifications deleted in one transaction. */
const BATCH = 1_000;

/** Removes everything about a deleted poll. An interrupted removal starts again and finds less to do. */
@Injectable()
export class PollRemoval {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollProjection,
    private readonly changes: ChangeQueue,
    private readonly notifications: NotificationRemoval,
    private readonly comments: CommentsRepository,
    private readonly unread: UnreadCounts,
    private readonly fanOuts: FanOuts,
  ) {}

  async remove(group: ChangeGroup): Promise<MergeResult> {
    const { objectId: pollId, recipientId: authorId } = group;
    // The decision that hid the poll has been taken back.
    if (!(await this.polls.find(pollId))?.deleted) return this.#drop(group);
    const recipients: Recipient[] = [];
    for (;;) {
      const some = await this.#removeSome(pollId, authorId);
      if (some.length === 0) break;
      recipients.push(...some.map((userId) => ({ userId })));
    }
    await this.comments.forgetPoll(pollId);
    await this.database.transaction(async (tx) => {
      await this.changes.dropPoll(tx, pollId);
      // Once more: `dropPoll` has removed the change of a comment that arrived meanwhile, so its text would stay.
      await this.comments.forgetPoll(pollId, tx);
      await this.fanOuts.finish(tx.kysely, { kind: 'poll_ended', pollId });
      await this.fanOuts.finish(tx.kysely, { kind: 'new_poll', pollId });
      // Last, when nothing queues pushes about this poll any more.
      await cancelPushes(
        tx,
        PUSH_KINDS.map((kind) => ({ kind, link: `/poll/${pollId}` })),
      );
    });
    return { recipients };
  }

  #drop(group: ChangeGroup): Promise<MergeResult> {
    return this.database.transaction(async (tx) => {
      await this.unread.lockKnown(tx, [group.recipientId]);
      await this.changes.take(tx, group);
      return NOTHING;
    });
  }

  /** @returns the recipients whose notifications were removed */
  #removeSome(pollId: number, authorId: number): Promise<number[]> {
    return this.database.transaction(async (tx) => {
      // Every writer of this poll's notifications takes this lock, and then sees that the poll is deleted.
      await this.polls.lock(tx, pollId, authorId);
      const recipients = await this.notifications.recipientsOf(tx, pollId, BATCH);
      if (recipients.length === 0) return [];
      await this.unread.lockKnown(tx, recipients);
      await this.notifications.removeOfPoll(tx, pollId, recipients);
      return recipients;
    });
  }
}
