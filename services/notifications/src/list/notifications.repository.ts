import { Injectable } from '@nestjs/common';
import { LIST_PAGE_SIZE, NOTIFICATIONS_MAX, NOTIFICATION_DAYS_MAX, type NotificationType } from '@inkling/contracts';
import { Database, type Transaction } from '@inkling/platform';
import { topicOf } from '../push/push-queue.js';
import type { ListPosition } from './notification-cursor.js';
import { NOTIFICATION_VIEW, cardOf, type NotificationRow } from './notification-view.js';
import type { ReadState } from './unread-counts.repository.js';

/** The content of a notification after a new event. */
export interface GrownNotification {
  readonly kind: NotificationType;
  readonly objectId: number;
  readonly pollId: number | null;
  readonly actorId: number | null;
  readonly commentId: number | null;
  /** The new count; with `add`, the number to add to the present one. */
  readonly count: number;
  readonly add?: boolean;
  /** Time of the latest event, in milliseconds since the epoch. */
  readonly at: number;
}

export interface NewNotification {
  readonly recipientId: number;
  readonly objectId: number;
  readonly pollId: number | null;
  readonly actorId: number | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface RemovedNotification {
  readonly id: number;
  readonly recipientId: number;
  readonly kind: NotificationType;
  readonly pollId: number | null;
  readonly commentId: number | null;
  readonly unread: boolean;
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

const VIEWS = `
  with chosen as materialized (
    select n.*, (select read_seq from unread_counts u where u.user_id = n.recipient_id) as read_seq
    from notices n where n.id = any($1::bigint[])
  )
  select ${NOTIFICATION_VIEW.columns} from chosen n ${NOTIFICATION_VIEW.joins}`;

const OLD_OF_USER = `(
  select o.id from notices o
  where o.recipient_id = u.user_id and o.updated_at < now() - interval '${NOTIFICATION_DAYS_MAX} days')`;
const SURPLUS_OF_USER = `(
  select s.id from notices s where s.recipient_id = u.user_id
  order by s.updated_at desc, s.id desc offset ${NOTIFICATIONS_MAX})`;

const REMOVED = `
  n.id::float8 as id, n.recipient_id::float8 as "recipientId", n.kind, n.poll_id::float8 as "pollId",
  n.comment_id::float8 as "commentId", n.seq > u.read_seq as unread`;

/** Reads and writes notifications (table `notices`). Writers hold the lock of the recipient (UnreadCounts). */
@Injectable()
export class NotificationsRepository {
  constructor(private readonly database: Database) {}

  /** One row more than a page, the latest event first, without the kinds that the user has switched off. */
  page(userId: number, after: ListPosition | undefined): Promise<NotificationRow[]> {
    return this.database.query<NotificationRow>({
      name: 'notices-page',
      text: NOTIFICATIONS_PAGE,
      values: [userId, after ? new Date(after.at).toISOString() : 'infinity', after?.id ?? 0],
    });
  }

  views(ids: readonly number[]): Promise<NotificationRow[]> {
    return this.database.query<NotificationRow>({ name: 'notices-views', text: VIEWS, values: [ids] });
  }

  /** Creates a notification, or adds an event to it: it becomes unread, counts once, and is first in the list. */
  async grow(
    tx: Transaction,
    { userId, seq, readSeq }: ReadState,
    grown: GrownNotification,
  ): Promise<{ id: number; count: number }> {
    const [row] = await tx.query<{ id: number; count: number }>({
      name: 'notice-grow',
      text: `
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
        )
        select id::float8 as id, count from grown`,
      values: [
        userId,
        grown.kind,
        grown.objectId,
        grown.pollId,
        grown.actorId,
        grown.commentId,
        grown.count,
        seq,
        grown.at,
        grown.add ?? false,
        readSeq,
      ],
    });
    return row!;
  }

  /** Adds notifications of one kind about different objects or to different users; existing ones stay as they are. */
  async addMissing(
    tx: Transaction,
    states: ReadonlyMap<number, ReadState>,
    kind: NotificationType,
    notifications: readonly NewNotification[],
  ): Promise<{ id: number; recipientId: number; objectId: number }[]> {
    if (notifications.length === 0) return [];
    return tx.query({
      text: `
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
        select id::float8 as id, recipient_id::float8 as "recipientId", object_id::float8 as "objectId"
        from added order by id`,
      values: [
        JSON.stringify(
          notifications.map((each) => ({
            recipient_id: each.recipientId,
            object_id: each.objectId,
            poll_id: each.pollId,
            actor_id: each.actorId,
            seq: states.get(each.recipientId)!.seq,
            at: each.at,
          })),
        ),
        kind,
      ],
    });
  }

  /**
   * Changes a notification without announcing it again. `replaced` is true when it now shows another comment. Undefined
   * when there is no such notification.
   */
  async correct(
    tx: Transaction,
    userId: number,
    content: GrownNotification,
  ): Promise<{ id: number; replaced: boolean } | undefined> {
    const [row] = await tx.query<{ id: number; replaced: boolean }>({
      text: `
        update notices n set actor_id = $4, comment_id = $5, count = $6, updated_at = to_timestamp($7::float8 / 1000),
          card = ${cardOf('$4::bigint', 'n.poll_id', '$5::bigint')}
        from (select id, comment_id from notices where recipient_id = $1 and kind = $2 and object_id = $3) before
        where n.id = before.id
        returning n.id::float8 as id, before.comment_id is distinct from n.comment_id as replaced`,
      values: [userId, content.kind, content.objectId, content.actorId, content.commentId, content.count, content.at],
    });
    return row;
  }

  /** A new object id, so that every test notification is a separate one. */
  async nextTestId(tx: Transaction): Promise<number> {
    const [row] = await tx.query<{ id: number }>({ text: `select nextval('test_notices')::float8 as id` });
    return row!.id;
  }

  /** Recipients of some of the notifications about a poll. */
  async recipientsOf(tx: Transaction, pollId: number, limit: number): Promise<number[]> {
    const rows = await tx.query<{ id: number }>({
      text: `
        select distinct recipient_id::float8 as id
        from (select recipient_id from notices where poll_id = $1 limit $2) n`,
      values: [pollId, limit],
    });
    return rows.map(({ id }) => id);
  }

  removeOfPoll(tx: Transaction, pollId: number, recipientIds: readonly number[]): Promise<RemovedNotification[]> {
    return this.#remove(tx, 'n.poll_id = $1 and n.recipient_id = any($2::bigint[])', [pollId, recipientIds]);
  }

  async removeOne(tx: Transaction, userId: number, id: number): Promise<RemovedNotification | undefined> {
    return (await this.#remove(tx, 'n.recipient_id = $1 and n.id = $2', [userId, id]))[0];
  }

  async removeGroup(
    tx: Transaction,
    userId: number,
    kind: NotificationType,
    objectId: number,
  ): Promise<RemovedNotification | undefined> {
    return (
      await this.#remove(tx, 'n.recipient_id = $1 and n.kind = $2 and n.object_id = $3', [userId, kind, objectId])
    )[0];
  }

  /** The next users in the order of ids, and those among them with notifications that are old or too many. */
  async overfull(afterId: number, limit: number): Promise<{ next: number | undefined; users: number[] }> {
    const rows = await this.database.query<{ id: number; over: boolean }>({
      name: 'notices-overfull',
      text: `
        select u.user_id::float8 as id, exists ${OLD_OF_USER} or exists ${SURPLUS_OF_USER} as over
        from (select user_id from unread_counts where user_id > $1 order by user_id limit $2) u
        order by u.user_id`,
      values: [afterId, limit],
    });
    return { next: rows.at(-1)?.id, users: rows.filter(({ over }) => over).map(({ id }) => id) };
  }

  /** Deletes up to `limit` of a user's notifications that are old or too many. */
  removeOverfull(tx: Transaction, userId: number, limit: number): Promise<RemovedNotification[]> {
    return this.#remove(
      tx,
      `n.recipient_id = $1 and n.id in (
        select d.id from (select $1::bigint as user_id) u
        cross join lateral (${OLD_OF_USER} union all ${SURPLUS_OF_USER} limit $2) d)`,
      [userId, limit],
    );
  }

  /** Marks a user's notifications of some kinds as read. */
  async markKindsRead(tx: Transaction, { userId, readSeq }: ReadState, kinds: readonly string[]): Promise<void> {
    await tx.query({
      text: `
        with marked as (
          update notices set seq = 0 where recipient_id = $1 and kind = any($2::text[]) and seq > $3 returning 1
        )
        update unread_counts set count = greatest(0, count - (select count(*)::int from marked)) where user_id = $1`,
      values: [userId, kinds, readSeq],
    });
  }

  /** @returns how many are unread afterwards; undefined when this user has no such notification */
  async markOneRead(tx: Transaction, { userId, readSeq }: ReadState, id: number): Promise<number | undefined> {
    const [row] = await tx.query<{ count: number }>({
      name: 'notice-read',
      text: `
        with found as (
          select id, seq > $3::bigint as unread from notices where recipient_id = $1 and id = $2
        ), marked as (
          update notices n set seq = 0 from found f where n.id = f.id and f.unread returning 1
        )
        update unread_counts set count = greatest(0, count - (select count(*)::int from marked))
        where user_id = $1 and exists (select from found) returning count`,
      values: [userId, id, readSeq],
    });
    return row?.count;
  }

  /** Deletes notifications, and with them their part of the unread counts and their pushes that still wait. */
  async #remove(tx: Transaction, where: string, values: readonly unknown[]): Promise<RemovedNotification[]> {
    const removed = await tx.query<RemovedNotification>({
      text: `
        delete from notices n using unread_counts u where u.user_id = n.recipient_id and ${where}
        returning ${REMOVED}`,
      values,
    });
    if (removed.length === 0) return removed;
    await tx.query({
      text: `
        update unread_counts u set count = greatest(0, u.count - d.times)
        from (select id, count(*)::int as times from unnest($1::bigint[]) id group by id) d where u.user_id = d.id`,
      values: [removed.filter(({ unread }) => unread).map(({ recipientId }) => recipientId)],
    });
    await tx.query({
      text: `
        delete from push_queue q using unnest($1::bigint[], $2::text[]) as t (user_id, topic)
        where q.user_id = t.user_id and q.topic = t.topic`,
      values: [
        removed.map(({ recipientId }) => recipientId),
        removed.map(({ id, kind }) => topicOf({ kind, notificationId: id, link: '' })),
      ],
    });
    return removed;
  }
}
