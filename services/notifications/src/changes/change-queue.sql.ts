// The queue is looked at several times a second.

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
