import type { Notification, NotificationType } from '@inkling/contracts';

/**
 * SQL for a notification's card: the texts that the list shows, copied from the rows behind these keys (SQL expressions
 * of type bigint). Null when one of those rows has not arrived or the texts are too long for an index entry. To be
 * written whenever one of the keys is.
 */
export const cardOf = (actorId: string, pollId: string, commentId: string): string => `(
  select notice_card(k.actor_id, p, k.poll_id, a, k.comment_id, c)
  from (select ${actorId} as actor_id, ${pollId} as poll_id, ${commentId} as comment_id) k
  left join profiles p on p.user_id = k.actor_id
  left join poll_activity a on a.poll_id = k.poll_id
  left join comments c on c.comment_id = k.comment_id)`;

/** Polls whose notifications are about to be removed; the limit bounds what each page searches. */
const DELETED_POLLS = `array(select object_id from notice_changes where kind = 'poll_deleted' limit 1000)`;

/**
 * Columns and joins that show the notifications `n`, whose columns must include the recipient's `read_seq`. Nearly
 * everything is on the card. The joins look up the rest: actors whose profile has changed since (a short table),
 * whether the person named in a vote notification still allows it, and all texts of a notification without a card. The
 * limits keep the planner from reading whole tables where a lookup by key is enough.
 */
export const NOTIFICATION_VIEW = {
  columns: `
    n.id::float8 as id, n.recipient_id::float8 as "recipientId", n.kind, n.seq <= coalesce(n.read_seq, 0) as read,
    (extract(epoch from n.updated_at) * 1000)::float8 as at, n.count,
    (case when f.hidden then null when n.card is null then p.user_id else n.actor_id end)::float8 as "actorId",
    case when r.user_id is null then coalesce(n.card ->> 'username', p.username) else r.username end as username,
    coalesce(r.name, n.card ->> 'name', p.name) as name,
    case when r.user_id is null then coalesce(n.card ->> 'picture', p.profile_picture) else r.profile_picture end
      as "profilePicture",
    n.poll_id::float8 as "pollId", coalesce(n.card ->> 'question', a.question) as question,
    coalesce(n.poll_id = any (${DELETED_POLLS}), false) as "pollDeleted",
    n.comment_id::float8 as "commentId", coalesce(n.card ->> 'comment', c.content) as content`,
  joins: `
    left join lateral (
      select not exists (select from preferences where user_id = n.actor_id and name_in_votes) as hidden
      where n.kind = 'vote'
    ) f on true
    left join lateral (
      select * from profile_changes where user_id = n.actor_id and version > (n.card ->> 'version')::int limit 1
    ) r on true
    left join lateral (select * from profiles where n.card is null and user_id = n.actor_id limit 1) p on true
    left join lateral (select * from poll_activity where n.card is null and poll_id = n.poll_id limit 1) a on true
    left join lateral (
      select * from comments where n.card is null and comment_id = n.comment_id and content is not null limit 1
    ) c on true`,
} as const;

export interface NotificationRow {
  readonly id: number;
  readonly recipientId: number;
  readonly kind: NotificationType;
  readonly read: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly count: number;
  /** Null when the profile has not arrived, or when the person may not be named any more. */
  readonly actorId: number | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly profilePicture: string | null;
  readonly pollId: number | null;
  readonly question: string | null;
  /** The poll is deleted and its notifications are about to be removed. */
  readonly pollDeleted: boolean;
  readonly commentId: number | null;
  readonly content: string | null;
}

export const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  type: row.kind,
  read: row.read,
  createdAt: new Date(row.at).toISOString(),
  actor:
    row.actorId === null
      ? null
      : { id: row.actorId, username: row.username, name: row.name ?? '', profilePicture: row.profilePicture },
  count: row.count,
  poll: row.pollId === null || row.question === null ? null : { id: row.pollId, question: row.question },
  comment: row.commentId === null || row.content === null ? null : { id: row.commentId, content: row.content },
});
