import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';

/** `poll_deleted` removes a poll's notifications; the other kinds add to one. */
export type ChangeKind = 'vote' | 'like' | 'comment' | 'follow' | 'poll_deleted';

/** An event to be merged into a notification. */
export interface NewChange {
  readonly recipientId: number;
  readonly kind: ChangeKind;
  /** The poll; 0 for follows, each of which becomes a notification. */
  readonly objectId: number;
  readonly actorId?: number;
  /** A new comment; absent for a comment's deletion. */
  readonly commentId?: number;
  /** Number of votes; default 1. */
  readonly amount?: number;
  /** ISO instant. */
  readonly occurredAt: string;
}

export interface Change {
  readonly actorId: number | null;
  readonly commentId: number | null;
  readonly amount: number;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
}

/** All changes that wait for one notification; they are merged in one transaction. */
export interface ChangeGroup {
  readonly recipientId: number;
  readonly kind: ChangeKind;
  readonly objectId: number;
}
export interface WaitingGroup extends ChangeGroup {
  /** Milliseconds that the oldest change has waited. */
  readonly age: number;
}

const GROUP = 'recipient_id = $1 and kind = $2 and object_id = $3';
/** Rows read to list the waiting groups. */
const LOOK = 20_000;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;

/** The queue of events that no notification shows yet (table `notice_changes`). */
@Injectable()
export class ChangeQueue {
  constructor(private readonly database: Database) {}

  async append(tx: Transaction, changes: readonly NewChange[]): Promise<void> {
    await tx.query({
      text: `
        insert into notice_changes (recipient_id, kind, object_id, actor_id, comment_id, amount, occurred_at)
        select recipient_id, kind, object_id, actor_id, comment_id, coalesce(amount, 1), occurred_at
        from jsonb_to_recordset($1::jsonb) as r (recipient_id bigint, kind text, object_id bigint, actor_id bigint,
          comment_id bigint, amount integer, occurred_at timestamptz)`,
      values: [
        JSON.stringify(
          changes.map((each) => ({
            recipient_id: each.recipientId,
            kind: each.kind,
            object_id: each.objectId,
            actor_id: each.actorId,
            comment_id: each.commentId,
            amount: each.amount,
            occurred_at: each.occurredAt,
          })),
        ),
      ],
    });
  }

  /** Queues a like unless this actor has liked the poll before. */
  async appendFirstLike(
    tx: Transaction,
    like: { recipientId: number; pollId: number; actorId: number; occurredAt: string },
  ): Promise<void> {
    await tx.query({
      text: `
        with first as (
          insert into poll_likes_seen (poll_id, actor_id) values ($1, $2) on conflict do nothing returning 1
        )
        insert into notice_changes (recipient_id, kind, object_id, actor_id, occurred_at)
        select $3::bigint, 'like', $1::bigint, $2::bigint, $4::timestamptz from first`,
      values: [like.pollId, like.actorId, like.recipientId, like.occurredAt],
    });
  }

  /** Queues a follow unless this actor has followed the recipient before. */
  async appendFirstFollow(
    tx: Transaction,
    follow: { recipientId: number; actorId: number; occurredAt: string },
  ): Promise<void> {
    await tx.query({
      text: `
        with first as (
          insert into follows_seen (followed_id, follower_id) values ($1, $2) on conflict do nothing returning 1
        )
        insert into notice_changes (recipient_id, kind, object_id, actor_id, occurred_at)
        select $1::bigint, 'follow', 0, $2::bigint, $3::timestamptz from first`,
      values: [follow.recipientId, follow.actorId, follow.occurredAt],
    });
  }

  /** Queues changes of no votes, so that vote notifications are looked at again and can name someone. */
  async retryNaming(tx: Transaction, groups: readonly ChangeGroup[], delayMs: number): Promise<void> {
    await tx.query({
      text: `
        insert into notice_changes (recipient_id, kind, object_id, amount, occurred_at, due_at)
        select recipient_id, 'vote', poll_id, 0, now(), now() + $3::float8 * interval '1 millisecond'
        from unnest($1::bigint[], $2::bigint[]) as t (recipient_id, poll_id)`,
      values: [groups.map(({ recipientId }) => recipientId), groups.map(({ objectId }) => objectId), delayMs],
    });
  }

  /** Drops the votes on deleted polls, and queues the removal of those polls' notifications. */
  async replaceByRemoval(groups: readonly ChangeGroup[]): Promise<void> {
    await this.database.query({
      text: `
        with dropped as (
          delete from notice_changes c using unnest($1::bigint[], $2::bigint[]) as t (recipient_id, poll_id)
          where c.recipient_id = t.recipient_id and c.kind = 'vote' and c.object_id = t.poll_id
          returning c.recipient_id, c.object_id
        )
        insert into notice_changes (recipient_id, kind, object_id, occurred_at)
        select distinct recipient_id, 'poll_deleted', object_id, now() from dropped`,
      values: [groups.map(({ recipientId }) => recipientId), groups.map(({ objectId }) => objectId)],
    });
  }

  /**
   * Groups that are due, of votes or of all other kinds, the longest waiting first. A group whose notification has
   * changed within `intervalMs` is left out, so that a hot poll's notification does not change with every vote.
   */
  waiting(kinds: 'votes' | 'others', limit: number, intervalMs: number): Promise<WaitingGroup[]> {
    return this.database.query<WaitingGroup>({
      // Not prepared: a plan made for an empty queue is a hundred times slower on a long one. Groups are sorted before
      // notifications are read, so that no more of those are read than the limit needs.
      text: `
        with due as materialized (
          select recipient_id, kind, object_id, created_at from notice_changes
          where due_at <= now() and kind ${kinds === 'votes' ? '=' : '<>'} 'vote'
          order by due_at limit ${LOOK}
        ), groups as materialized (
          select recipient_id, kind, object_id, min(created_at) as since from due group by 1, 2, 3 order by since
        )
        select g.recipient_id::float8 as "recipientId", g.kind, g.object_id::float8 as "objectId",
          (extract(epoch from now() - g.since) * 1000)::float8 as age
        from groups g
        where not exists (
          select from notices n
          where n.recipient_id = g.recipient_id and n.kind = g.kind and n.object_id = g.object_id
            and n.folded_at > now() - $2::float8 * interval '1 millisecond'
        )
        order by g.since limit $1`,
      values: [limit, intervalMs],
    });
  }

  /** Removes a group's changes from the queue and returns them, oldest first; none when another process was first. */
  async take(tx: Transaction, { recipientId, kind, objectId }: ChangeGroup): Promise<Change[]> {
    return tx.query<Change>({
      text: `
        with taken as (delete from notice_changes where ${GROUP} and due_at <= now() returning *)
        select actor_id::float8 as "actorId", comment_id::float8 as "commentId", amount,
          (extract(epoch from occurred_at) * 1000)::float8 as "occurredAt"
        from taken order by id`,
      values: [recipientId, kind, objectId],
    });
  }

  async postpone({ recipientId, kind, objectId }: ChangeGroup, delayMs: number): Promise<void> {
    await this.database.query({
      text: `
        update notice_changes set due_at = now() + $4::float8 * interval '1 millisecond'
        where ${GROUP} and due_at <= now()`,
      values: [recipientId, kind, objectId, delayMs],
    });
  }

  /** Postpones a group that could not be merged, each time by as long as it has waited. */
  retry(group: WaitingGroup): Promise<void> {
    return this.postpone(group, Math.min(RETRY_MAX_MS, Math.max(RETRY_MIN_MS, group.age)));
  }

  /** Drops all changes that wait for a poll's notifications. */
  async dropPoll(tx: Transaction, pollId: number): Promise<void> {
    await tx.query({
      text: `
        delete from notice_changes
        where object_id = $1 and kind in ('vote', 'like', 'comment', 'poll_deleted')`,
      values: [pollId],
    });
  }
}
