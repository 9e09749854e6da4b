import { DELETED_USER_ID } from '@inkling/contracts';
import type { ChangeKind } from './change-queue.repository.js';

// One event can carry votes on a thousand polls, and the queue is looked at several times a second.

export interface AppendedRow {
  readonly recipient_id: number;
  readonly kind: ChangeKind;
  readonly object_id: number;
  readonly actor_id: number | undefined;
  readonly comment_id: number | undefined;
  readonly amount: number | undefined;
  /** ISO instant. */
  readonly occurred_at: string;
}

/**
 * Inserts any number of changes, as JSON in `$1`, but for those of or for deleted people; a poll's removal is for
 * nobody.
 */
export const APPEND = `
  insert into notice_changes (recipient_id, kind, object_id, actor_id, comment_id, amount, occurred_at)
  select recipient_id, kind, object_id, actor_id, comment_id, coalesce(amount, 1), occurred_at
  from jsonb_to_recordset($1::jsonb) as r (recipient_id bigint, kind text, object_id bigint, actor_id bigint,
    comment_id bigint, amount integer, occurred_at timestamptz)
  where r.kind = 'poll_deleted' or r.recipient_id <> ${DELETED_USER_ID}
    and not exists (select from purged_users p where p.user_id in (r.recipient_id, r.actor_id))`;

/** Rows read to list the waiting groups. */
const LOOK = 20_000;

/**
 * Up to `$1` groups, unless their notification changed within `$2` ms. Not prepared: a plan made for an empty queue is
 * a hundred times slower on a long one. Groups are sorted before notifications are read, so that no more of those are
 * read than the limit needs.
 */
export const waitingGroups = (kinds: 'votes' | 'others'): string => `
  with due as materialized (
    select recipient_id, kind, object_id, created_at from notice_changes
    where due_at <= now() and kind ${kinds === 'votes' ? '=' : '<>'} 'vote'
    order by due_at limit ${LOOK}
  ), groups as materialized (
    select recipient_id, kind, object_id, min(created_at) as since from due group by 1, 2, 3 order by since
  )
  select g.recipient_id as "recipientId", g.kind, g.object_id as "objectId",
    (extract(epoch from now() - g.since) * 1000)::float8 as age
  from groups g
  where not exists (
    select from notices n
    where n.recipient_id = g.recipient_id and n.kind = g.kind and n.object_id = g.object_id
      and n.folded_at > now() - $2::float8 * interval '1 millisecond'
  )
  order by g.since limit $1`;
