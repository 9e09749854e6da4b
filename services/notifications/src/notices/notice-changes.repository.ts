import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';

/** `poll_deleted` takes a poll's notices away; the others make one grow. */
export type ChangeKind = 'vote' | 'like' | 'comment' | 'follow' | 'poll_deleted';

/** Something happened that a notice is to say. */
export interface NewChange {
  readonly recipientId: number;
  readonly kind: ChangeKind;
  /** The poll; 0 for follows, of which each becomes a notice. */
  readonly objectId: number;
  readonly actorId?: number;
  /** A new comment; a comment's deletion has none. */
  readonly commentId?: number;
  /** Votes; default 1. */
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

/** All that waits for one notice; what becomes of it is decided in one transaction. */
export interface ChangeGroup {
  readonly recipientId: number;
  readonly kind: ChangeKind;
  readonly objectId: number;
}
export interface WaitingGroup extends ChangeGroup {
  /** Milliseconds that the oldest has waited. */
  readonly age: number;
}

const GROUP = 'recipient_id = $1 and kind = $2 and object_id = $3';
/** Rows looked at for one list of groups. */
const LOOK = 20_000;

/** The queue between what consumers have seen and what notices say. */
@Injectable()
export class NoticeChanges {
  constructor(private readonly database: Database) {}

  async append(tx: Transaction, changes: readonly NewChange[]): Promise<void> {
    await tx.query({
      text: `insert into notice_changes (recipient_id, kind, object_id, actor_id, comment_id, amount, occurred_at)
             select recipient_id, kind, object_id, actor_id, comment_id, coalesce(amount, 1), occurred_at
             from jsonb_to_recordset($1::jsonb) as r (recipient_id bigint, kind text, object_id bigint, actor_id bigint, comment_id bigint, amount integer, occurred_at timestamptz)`,
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

  /** Votes that wait to be said. */
  async pendingVotes({ recipientId, kind, objectId }: ChangeGroup): Promise<number> {
    const [row] = await this.database.query<{ votes: number }>({
      text: `select coalesce(sum(amount), 0)::float8 as votes from notice_changes where ${GROUP} and due_at <= now()`,
      values: [recipientId, kind, objectId],
    });
    return row?.votes ?? 0;
  }

  /** Asks for a further look at a vote notice, to name someone in it. */
  async askLater(tx: Transaction, { recipientId, kind, objectId }: ChangeGroup, delayMs: number): Promise<void> {
    await tx.query({
      text: `insert into notice_changes (recipient_id, kind, object_id, amount, occurred_at, due_at) values ($1, $2, $3, 0, now(), now() + $4::float8 * interval '1 millisecond')`,
      values: [recipientId, kind, objectId, delayMs],
    });
  }

  /**
   * Groups of votes, or of all other kinds, that are due; the longest waiting first. One whose notice has changed
   * within `intervalMs` waits, so that a hot poll's notice changes that often and not with every vote.
   */
  waiting(what: 'votes' | 'others', limit: number, intervalMs: number): Promise<WaitingGroup[]> {
    return this.database.query<WaitingGroup>({
      // Without a name it is planned each time: a plan kept from an empty queue is a hundred times slower on a long
      // one. In the order of waiting before notices are looked at, so that those are no more than it takes.
      text: `with due as materialized (select recipient_id, kind, object_id, created_at from notice_changes where due_at <= now() and kind ${what === 'votes' ? '=' : '<>'} 'vote' order by due_at limit ${LOOK}),
               groups as materialized (select recipient_id, kind, object_id, min(created_at) as since from due group by 1, 2, 3 order by since)
             select g.recipient_id::float8 as "recipientId", g.kind, g.object_id::float8 as "objectId", (extract(epoch from now() - g.since) * 1000)::float8 as age
             from groups g
             where not exists (select from notices n where n.recipient_id = g.recipient_id and n.kind = g.kind and n.object_id = g.object_id
               and n.folded_at > now() - $2::float8 * interval '1 millisecond')
             order by g.since limit $1`,
      values: [limit, intervalMs],
    });
  }

  /**
   * Takes a group's changes out of the queue, in the order in which they were written. None when another process was
   * first.
   */
  async take(tx: Transaction, { recipientId, kind, objectId }: ChangeGroup): Promise<Change[]> {
    return tx.query<Change>({
      text: `with taken as (delete from notice_changes where ${GROUP} and due_at <= now() returning *)
             select actor_id::float8 as "actorId", comment_id::float8 as "commentId", amount, (extract(epoch from occurred_at) * 1000)::float8 as "occurredAt" from taken order by id`,
      values: [recipientId, kind, objectId],
    });
  }

  async postpone({ recipientId, kind, objectId }: ChangeGroup, delayMs: number): Promise<void> {
    await this.database.query({
      text: `update notice_changes set due_at = now() + $4::float8 * interval '1 millisecond' where ${GROUP} and due_at <= now()`,
      values: [recipientId, kind, objectId, delayMs],
    });
  }

  /** Drops all that waits for a poll's notices. */
  async dropPoll(tx: Transaction, pollId: number): Promise<void> {
    await tx.query({
      text: `delete from notice_changes where object_id = $1 and kind in ('vote', 'like', 'comment', 'poll_deleted')`,
      values: [pollId],
    });
  }
}
