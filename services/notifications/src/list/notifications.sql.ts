import { LIST_PAGE_SIZE, type NoticeContent, type NotificationType } from '@inkling/contracts';

// The list is read on every visit and written by every burst of events, so the speed of its statements is measured.

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
const NOTIFICATION_VIEW = {
  columns: `
    n.id, n.recipient_id as "recipientId", n.kind, n.seq <= coalesce(n.read_seq, 0) as read,
    (extract(epoch from n.updated_at) * 1000)::float8 as at, n.count,
    (case when f.hidden then null when n.card is null then p.user_id else n.actor_id end) as "actorId",
    case when r.user_id is null then coalesce(n.card ->> 'username', p.username) else r.username end as username,
    coalesce(r.name, n.card ->> 'name', p.name) as name,
    case when r.user_id is null then coalesce(n.card ->> 'picture', p.profile_picture) else r.profile_picture end
      as "profilePicture",
    n.poll_id as "pollId", coalesce(n.card ->> 'question', a.question) as question,
    case when n.kind = 'poll_ended' then coalesce(n.card -> 'leaders', to_jsonb(a.leaders)) end as leaders,
    coalesce(n.poll_id = any (${DELETED_POLLS}), false) as "pollDeleted",
    n.comment_id as "commentId", coalesce(n.card ->> 'comment', c.content) as content, m.content as notice`,
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
    ) c on true
    left join lateral (
      select content from moderation_notices where n.kind = 'moderation' and notification_id = n.id limit 1
    ) m on true`,
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
  /** Only of the kind `poll_ended`; null for one that ended before leaders were announced. */
  readonly leaders: string[] | null;
  /** The poll is deleted and its notifications are about to be removed. */
  readonly pollDeleted: boolean;
  readonly commentId: number | null;
  readonly content: string | null;
  /** Only of the kind `moderation`. */
  readonly notice: NoticeContent | null;
}

/**
 * A user's page after a position (time, id). It reads only those columns of `notices` that the list's index contains,
 * so a page is one range of that index.
 */
export const NOTIFICATIONS_PAGE = `
  with page as materialized (
    select n.id, n.recipient_id, n.kind, n.seq, n.updated_at, n.count, n.actor_id, n.poll_id, n.comment_id, n.card,
      (select read_seq from unread_counts where user_id = $1) as read_seq
    from notices n
    where n.recipient_id = $1 and (n.updated_at, n.id) < ($2::timestamptz, $3::bigint)
      and n.kind <> all (coalesce((select f.in_app_off from preferences f where f.user_id = $1), '{}'))
    order by n.updated_at desc, n.id desc limit ${LIST_PAGE_SIZE + 1}
  )
  select ${NOTIFICATION_VIEW.columns} from page n ${NOTIFICATION_VIEW.joins} order by n.updated_at desc, n.id desc`;

/** The notifications with the ids `$1`, as the list shows them. */
export const VIEWS = `
  with chosen as materialized (
    select n.*, (select read_seq from unread_counts u where u.user_id = n.recipient_id) as read_seq
    from notices n where n.id = any($1::bigint[])
  )
  select ${NOTIFICATION_VIEW.columns} from chosen n ${NOTIFICATION_VIEW.joins}`;

export interface GrownRow {
  readonly id: number;
  readonly count: number;
}

/**
 * Creates a notification or adds an event to it, and raises the unread count unless it was unread already. `$12`: the
 * people whose likes it counts from now on.
 */
export const GROW = `
  with before as materialized (
    select seq from notices where recipient_id = $1 and kind = $2 and object_id = $3
  ), grown as (
    insert into notices as n
      (recipient_id, kind, object_id, poll_id, actor_id, comment_id, count, seq, updated_at, card)
    values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::float8 / 1000),
      ${cardOf('$5::bigint', '$4::bigint', '$6::bigint')})
    on conflict (recipient_id, kind, object_id) do update set actor_id = excluded.actor_id,
      comment_id = excluded.comment_id, card = excluded.card,
      count = excluded.count + case when $10::boolean then n.count else 0 end, seq = excluded.seq,
      updated_at = greatest(n.updated_at, excluded.updated_at), folded_at = now()
    returning id, count
  ), raised as (
    update unread_counts set count = count + 1
    where user_id = $1 and not exists (select from before where seq > $11::bigint)
  ), counted as (
    update poll_likes_seen l set notice_id = g.id from grown g
    where l.poll_id = $4 and l.actor_id = any($12::bigint[])
  )
  select id, count from grown`;

export interface LikesRow {
  /** Nobody is left to show when null. */
  readonly actorId: number | null;
  /** People whom the notification counts, at most as many as it did before. */
  readonly people: number;
  /** Time of the latest event, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Who is left of the likes that the notification of recipient `$1` and poll `$2` counts, without people whom a block or
 * a mute keeps out. Likes that were merged before `notice_id` existed count as its own.
 */
export const LIKES_OF = `
  select (array_agg(l.actor_id order by l.created_at desc, l.actor_id desc))[1] as "actorId",
    least(n.count, count(l.actor_id))::int as people, (extract(epoch from n.updated_at) * 1000)::float8 as at
  from notices n
  left join poll_likes_seen l on l.poll_id = n.object_id and (l.notice_id = n.id or l.notice_id is null)
    and l.actor_id not in (select actor_id from silenced_pairs where recipient_id = $1)
  where n.recipient_id = $1 and n.kind = 'like' and n.object_id = $2
  group by n.id`;

export interface AddedRow {
  readonly id: number;
  readonly recipientId: number;
  readonly objectId: number;
}

/** Adds up to a page of a fan-out: `$1` are the notifications as JSON, `$2` is their kind. */
export const ADD_MISSING = `
  with added as (
    insert into notices (recipient_id, kind, object_id, poll_id, actor_id, seq, updated_at, card)
    select r.recipient_id, $2, r.object_id, r.poll_id, r.actor_id, r.seq, to_timestamp(r.at / 1000),
      ${cardOf('r.actor_id', 'r.poll_id', 'null::bigint')}
    from jsonb_to_recordset($1::jsonb) as r (recipient_id bigint, object_id bigint, poll_id bigint,
      actor_id bigint, seq bigint, at float8)
    order by r.recipient_id, r.object_id
    on conflict do nothing returning id, recipient_id, object_id
  ), raised as (
    update unread_counts u set count = u.count + a.times
    from (select recipient_id, count(*)::int as times from added group by 1) a where u.user_id = a.recipient_id
  )
  select id, recipient_id as "recipientId", object_id as "objectId" from added order by id`;

export interface CorrectedRow {
  readonly id: number;
  /** It shows another comment than before. */
  readonly replaced: boolean;
}

/** Changes a notification and its card, which Kysely cannot build. */
export const CORRECT = `
  update notices n set actor_id = $4, comment_id = $5, count = $6, updated_at = to_timestamp($7::float8 / 1000),
    card = ${cardOf('$4::bigint', 'n.poll_id', '$5::bigint')}
  from (select id, comment_id from notices where recipient_id = $1 and kind = $2 and object_id = $3) before
  where n.id = before.id
  returning n.id, before.comment_id is distinct from n.comment_id as replaced`;
