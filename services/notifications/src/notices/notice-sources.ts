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
import { OnEvent, type Transaction } from '@inkling/platform';
import { NoticeChanges, type NewChange } from './notice-changes.repository.js';
import { NoticeWorker } from './notice-worker.js';
import { VoteWorker } from './vote-worker.js';

/**
 * Takes in what notices are made of. It only adds rows, each fact once, so the order of events does not matter; workers
 * make notices of them. Taking a like or a follow back is no event here: a notice says what happened, and an actor who
 * was counted once is never counted, or announced, again (decisions: one notice, however often it is toggled).
 */
@Injectable()
export class NoticeSources {
  constructor(
    private readonly changes: NoticeChanges,
    private readonly worker: NoticeWorker,
    private readonly voteWorker: VoteWorker,
  ) {}

  /** Events name no voter; they say how many were not the poll's author, whose own vote makes no notice. */
  @OnEvent(votesCounted)
  async onVotes({ polls }: EventData<typeof votesCounted>, tx: Transaction, { occurredAt }: Envelope): Promise<void> {
    const changes = polls.flatMap(({ pollId, authorId, count, others = count }): NewChange[] =>
      others === 0 ? [] : [{ recipientId: authorId, kind: 'vote', objectId: pollId, amount: others, occurredAt }],
    );
    if (changes.length === 0) return;
    await this.changes.append(tx, changes);
    this.voteWorker.wakeSoon();
  }

  @OnEvent(pollLiked)
  async onLiked(
    { pollId, authorId, userId }: EventData<typeof pollLiked>,
    tx: Transaction,
    { occurredAt }: Envelope,
  ): Promise<void> {
    if (userId === authorId) return;
    await tx.query({
      text: `with fresh as (insert into poll_likes_seen (poll_id, actor_id) values ($1, $2) on conflict do nothing returning 1)
             insert into notice_changes (recipient_id, kind, object_id, actor_id, occurred_at) select $3::bigint, 'like', $1::bigint, $2::bigint, $4::timestamptz from fresh`,
      values: [pollId, userId, authorId, occurredAt],
    });
    this.worker.wakeSoon();
  }

  @OnEvent(userFollowed)
  async onFollowed(
    { followerId, followedId }: EventData<typeof userFollowed>,
    tx: Transaction,
    { occurredAt }: Envelope,
  ): Promise<void> {
    if (followerId === followedId) return;
    await tx.query({
      text: `with fresh as (insert into follows_seen (followed_id, follower_id) values ($1, $2) on conflict do nothing returning 1)
             insert into notice_changes (recipient_id, kind, object_id, actor_id, occurred_at) select $1::bigint, 'follow', 0, $2::bigint, $3::timestamptz from fresh`,
      values: [followedId, followerId, occurredAt],
    });
    this.worker.wakeSoon();
  }

  @OnEvent(commentAdded)
  async onCommented(
    { commentId, pollId, authorId, userId, content, createdAt }: EventData<typeof commentAdded>,
    tx: Transaction,
  ): Promise<void> {
    if (userId === authorId) return;
    const fresh = await tx.query({
      text: 'insert into comments (comment_id, poll_id, user_id, content, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning 1',
      values: [commentId, pollId, userId, content, createdAt],
    });
    // Its deletion was here before.
    if (fresh.length === 0) return;
    await this.changes.append(tx, [
      { recipientId: authorId, kind: 'comment', objectId: pollId, actorId: userId, commentId, occurredAt: createdAt },
    ]);
    this.worker.wakeSoon();
  }

  @OnEvent(commentDeleted)
  async onCommentDeleted(
    { commentId, pollId, authorId, userId }: EventData<typeof commentDeleted>,
    tx: Transaction,
    { occurredAt }: Envelope,
  ): Promise<void> {
    if (userId === authorId) return;
    await tx.query({
      text: `insert into comments (comment_id, poll_id, user_id, content, created_at) values ($1, $2, $3, null, $4) on conflict (comment_id) do update set content = null`,
      values: [commentId, pollId, userId, occurredAt],
    });
    await this.changes.append(tx, [{ recipientId: authorId, kind: 'comment', objectId: pollId, occurredAt }]);
    this.worker.wakeSoon();
  }
}
