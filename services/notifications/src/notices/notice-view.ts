import type { Notification, NotificationType } from '@inkling/contracts';

/**
 * What a notice shows, packed from the rows behind these keys (SQL expressions of type bigint); null when it has to be
 * looked up. To be written whenever one of a notice's keys is.
 */
export const cardOf = (actorId: string, pollId: string, commentId: string): string => `(
  select notice_card(k.actor_id, p, k.poll_id, a, k.comment_id, c) from (select ${actorId} as actor_id, ${pollId} as poll_id, ${commentId} as comment_id) k
  left join profiles p on p.user_id = k.actor_id left join poll_activity a on a.poll_id = k.poll_id left join comments c on c.comment_id = k.comment_id)`;

/** Polls whose notices are about to go; the limit is what a page looks through at most. */
const GOING = `array(select object_id from notice_changes where kind = 'poll_deleted' limit 1000)`;

/**
 * Columns and joins that show notices `n`, with the recipient's `read_seq` among their columns. Nearly all is on the
 * notice's card. What is looked up: actors whose profile has changed since, a table as short as changes are rare;
 * whether one named in a vote notice still wants to be; and everything for a notice without a card. Each is a look-up
 * by key, whatever statistics say: the limits keep the planner from reading whole tables.
 */
export const NOTICE_VIEW = {
  columns: `n.id::float8 as id, n.recipient_id::float8 as "recipientId", n.kind, n.seq <= coalesce(n.read_seq, 0) as read, (extract(epoch from n.updated_at) * 1000)::float8 as at, n.count,
    (case when f.hidden then null when n.card is null then p.user_id else n.actor_id end)::float8 as "actorId",
    case when r.user_id is null then coalesce(n.card ->> 'username', p.username) else r.username end as username,
    coalesce(r.name, n.card ->> 'name', p.name) as name,
    case when r.user_id is null then coalesce(n.card ->> 'picture', p.profile_picture) else r.profile_picture end as "profilePicture",
    n.poll_id::float8 as "pollId", coalesce(n.card ->> 'question', a.question) as question, coalesce(n.poll_id = any (${GOING}), false) as "pollDeleted",
    n.comment_id::float8 as "commentId", coalesce(n.card ->> 'comment', c.content) as content`,
  joins: `left join lateral (select not exists (select from preferences where user_id = n.actor_id and name_in_votes) as hidden where n.kind = 'vote') f on true
    left join lateral (select * from profile_changes where user_id = n.actor_id and version > (n.card ->> 'version')::int limit 1) r on true
    left join lateral (select * from profiles where n.card is null and user_id = n.actor_id limit 1) p on true
    left join lateral (select * from poll_activity where n.card is null and poll_id = n.poll_id limit 1) a on true
    left join lateral (select * from comments where n.card is null and comment_id = n.comment_id and content is not null limit 1) c on true`,
} as const;

export interface NoticeRow {
  readonly id: number;
  readonly recipientId: number;
  readonly kind: NotificationType;
  readonly read: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly count: number;
  /** Of a profile that has arrived. */
  readonly actorId: number | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly profilePicture: string | null;
  readonly pollId: number | null;
  readonly question: string | null;
  /** Its notices are about to go. */
  readonly pollDeleted: boolean;
  readonly commentId: number | null;
  readonly content: string | null;
}

export const toNotification = (row: NoticeRow): Notification => ({
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
