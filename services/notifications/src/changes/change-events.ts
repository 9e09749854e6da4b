import { Injectable } from '@nestjs/common';
import {
  commentAdded,
  commentDeleted,
  pollLiked,
  userFollowed,
  votesCounted,
  type Envelope,
  type EventData,
} from '@inkling/contracts';
import { OnEvent, OnEvents, purgedAmong, type Transaction } from '@inkling/platform';
import { CommentsRepository } from '../projections/comments.repository.js';
import type { Tables } from '../tables.js';
import { ChangeQueue, type NewChange } from './change-queue.repository.js';
import { ChangeWorker } from './change-worker.js';
import { VoteWorker } from './vote-worker.js';

/**
 * Queues what notifications are made of: votes, likes, follows and comments. It only inserts rows, one per fact, so the
 * order of events does not matter; the workers merge them into notifications. Taking back a like or a follow is not
 * handled: a notification says what happened, and each actor is counted and announced only once, however often they
 * toggle.
 */
@Injectable()
export class ChangeEvents {
  constructor(
    private readonly changes: ChangeQueue,
    private readonly comments: CommentsRepository,
    private readonly worker: ChangeWorker,
    private readonly voteWorker: VoteWorker,
  ) {}

  /** The events name no voter. `others` counts the votes without the author's own, which makes no notification. */
  @OnEvents(votesCounted)
  async onVotes(events: readonly Envelope<EventData<typeof votesCounted>>[], tx: Transaction<Tables>): Promise<void> {
    const changes = new Map<number, NewChange & { amount: number }>();
    for (const { data, occurredAt } of events)
      for (const { pollId, authorId, count, others = count } of data.polls) {
        const { amount, occurredAt: last } = changes.get(pollId) ?? { amount: 0, occurredAt };
        const latest = last > occurredAt ? last : occurredAt;
        if (others > 0)
          changes.set(pollId, {
            recipientId: authorId,
            kind: 'vote',
            objectId: pollId,
            amount: amount + others,
            occurredAt: latest,
          });
      }
    if (changes.size === 0) return;
    await this.changes.append(tx, [...changes.values()]);
    this.voteWorker.wakeSoon();
  }

  @OnEvent(pollLiked)
  async onLiked(
    { pollId, authorId, userId }: EventData<typeof pollLiked>,
    tx: Transaction<Tables>,
    { occurredAt }: Envelope,
  ): Promise<void> {
    if (userId === authorId || (await purgedAmong(tx, [userId])).size > 0) return;
    await this.changes.appendFirstLike(tx, { recipientId: authorId, objectId: pollId, actorId: userId, occurredAt });
    this.worker.wakeSoon();
  }

  @OnEvent(userFollowed)
  async onFollowed(
    { followerId, followedId }: EventData<typeof userFollowed>,
    tx: Transaction<Tables>,
    { occurredAt }: Envelope,
  ): Promise<void> {
    if (followerId === followedId || (await purgedAmong(tx, [followerId, followedId])).size > 0) return;
    await this.changes.appendFirstFollow(tx, { recipientId: followedId, actorId: followerId, occurredAt });
    this.worker.wakeSoon();
  }

  @OnEvent(commentAdded)
  async onCommented(
    { commentId, pollId, authorId, userId, content, createdAt }: EventData<typeof commentAdded>,
    tx: Transaction<Tables>,
  ): Promise<void> {
    if (userId === authorId || (await purgedAmong(tx, [userId])).size > 0) return;
    // False when the comment's deletion arrived first.
    const added = await this.comments.add(tx, { commentId, pollId, userId, content, createdAt });
    if (!added) return;
    await this.changes.append(tx, [
      { recipientId: authorId, kind: 'comment', objectId: pollId, actorId: userId, commentId, occurredAt: createdAt },
    ]);
    this.worker.wakeSoon();
  }

  @OnEvent(commentDeleted)
  async onCommentDeleted(
    { commentId, pollId, authorId, userId }: EventData<typeof commentDeleted>,
    tx: Transaction<Tables>,
    { occurredAt }: Envelope,
  ): Promise<void> {
    if (userId === authorId) return;
    await this.comments.markDeleted(tx, { commentId, pollId, userId, createdAt: occurredAt });
    await this.changes.append(tx, [{ recipientId: authorId, kind: 'comment', objectId: pollId, occurredAt }]);
    this.worker.wakeSoon();
  }
}
