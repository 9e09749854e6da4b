import type { Notification, NotificationType } from '@inkling/contracts';

/**
 * Columns and joins that show notices `n`. Whoever does not want to be named in vote notices is not, also in those that did.
 * Each join is a look-up by key for each row of the page, whatever statistics say: the limits keep the planner from reading whole tables.
 */
export const NOTICE_VIEW = {
  columns: `n.id::float8 as id, n.recipient_id::float8 as "recipientId", n.kind, n.seq <= coalesce(u.read_seq, 0) as read, (extract(epoch from n.updated_at) * 1000)::float8 as at, n.count,
    p.user_id::float8 as "actorId", p.username, p.name, p.profile_picture as "profilePicture",
    a.poll_id::float8 as "pollId", a.question, a.deleted as "pollDeleted", c.comment_id::float8 as "commentId", c.content`,
  joins: `left join lateral (select * from unread_counts where user_id = n.recipient_id limit 1) u on true
    left join lateral (
      select * from profiles where user_id = n.actor_id
        and (n.kind <> 'vote' or coalesce((select f.name_in_votes from preferences f where f.user_id = n.actor_id), true))
      limit 1) p on true
    left join lateral (select * from poll_activity where poll_id = n.poll_id limit 1) a on true
    left join lateral (select * from comments where comment_id = n.comment_id and content is not null limit 1) c on true`,
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
  readonly pollDeleted: boolean | null;
  readonly commentId: number | null;
  readonly content: string | null;
}

export const toNotification = (row: NoticeRow): Notification => ({
  id: row.id,
  type: row.kind,
  read: row.read,
  createdAt: new Date(row.at).toISOString(),
  actor: row.actorId === null ? null : { id: row.actorId, username: row.username, name: row.name ?? '', profilePicture: row.profilePicture },
  count: row.count,
  poll: row.pollId === null || row.question === null ? null : { id: row.pollId, question: row.question },
  comment: row.commentId === null || row.content === null ? null : { id: row.commentId, content: row.content },
});
