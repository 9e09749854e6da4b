import { Injectable } from '@nestjs/common';
import type { NotificationType } from '@inkling/contracts';
import { Database, type Transaction } from '@inkling/platform';
import { sql, type SelectQueryBuilder } from 'kysely';
import { topicOf } from '../push/push-queue.js';
import type { Tables } from '../tables.js';
import type { ListPosition } from './notification-cursor.js';
import {
  ADD_MISSING,
  CANCEL_PUSHES,
  CORRECT,
  GROW,
  LOWER_COUNTS,
  NOTIFICATIONS_PAGE,
  OVERFULL_IDS,
  OVERFULL_USERS,
  VIEWS,
  type AddedRow,
  type CorrectedRow,
  type GrownRow,
  type NotificationRow,
  type OverfullRow,
} from './notifications.sql.js';
import type { ReadState } from './unread-counts.repository.js';

type Ids = SelectQueryBuilder<Tables, 'notices', { id: number }>;

const ids = ({ kysely }: Transaction<Tables>) => kysely.selectFrom('notices').select('id');

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

/** Reads and writes notifications (table `notices`). Writers hold the lock of the recipient (UnreadCounts). */
@Injectable()
export class NotificationsRepository {
  constructor(private readonly database: Database<Tables>) {}

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
    tx: Transaction<Tables>,
    { userId, seq, readSeq }: ReadState,
    { kind, objectId, pollId, actorId, commentId, count, at, add = false }: GrownNotification,
  ): Promise<GrownRow> {
    const [row] = await tx.query<GrownRow>({
      text: GROW,
      values: [userId, kind, objectId, pollId, actorId, commentId, count, seq, at, add, readSeq],
    });
    return row!;
  }

  /** Adds notifications of one kind about different objects or to different users; existing ones stay as they are. */
  async addMissing(
    tx: Transaction<Tables>,
    states: ReadonlyMap<number, ReadState>,
    kind: NotificationType,
    notifications: readonly NewNotification[],
  ): Promise<AddedRow[]> {
    if (notifications.length === 0) return [];
    const rows = notifications.map((each) => ({
      recipient_id: each.recipientId,
      object_id: each.objectId,
      poll_id: each.pollId,
      actor_id: each.actorId,
      seq: states.get(each.recipientId)!.seq,
      at: each.at,
    }));
    return tx.query<AddedRow>({ text: ADD_MISSING, values: [JSON.stringify(rows), kind] });
  }

  /** Changes a notification without announcing it again. @returns undefined when there is no such notification */
  async correct(
    tx: Transaction<Tables>,
    userId: number,
    { kind, objectId, actorId, commentId, count, at }: GrownNotification,
  ): Promise<CorrectedRow | undefined> {
    const values = [userId, kind, objectId, actorId, commentId, count, at];
    return (await tx.query<CorrectedRow>({ text: CORRECT, values }))[0];
  }

  /** A new object id, so that every test notification is a separate one. */
  async nextTestId({ kysely }: Transaction<Tables>): Promise<number> {
    const { id } = await kysely
      .selectNoFrom((eb) => eb.fn<number>('nextval', [eb.val('test_notices')]).as('id'))
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Recipients of some of the notifications about a poll. */
  async recipientsOf({ kysely }: Transaction<Tables>, pollId: number, limit: number): Promise<number[]> {
    const some = kysely.selectFrom('notices').select('recipient_id').where('poll_id', '=', pollId).limit(limit);
    const recipients = await kysely.selectFrom(some.as('some')).select('recipient_id').distinct().execute();
    return recipients.map((recipient) => recipient.recipient_id);
  }

  removeOfPoll(
    tx: Transaction<Tables>,
    pollId: number,
    recipientIds: readonly number[],
  ): Promise<RemovedNotification[]> {
    return this.#remove(tx, ids(tx).where('poll_id', '=', pollId).where('recipient_id', 'in', recipientIds));
  }

  async removeOne(tx: Transaction<Tables>, userId: number, id: number): Promise<RemovedNotification | undefined> {
    return (await this.#remove(tx, ids(tx).where('recipient_id', '=', userId).where('id', '=', id)))[0];
  }

  async removeGroup(
    tx: Transaction<Tables>,
    userId: number,
    kind: NotificationType,
    objectId: number,
  ): Promise<RemovedNotification | undefined> {
    const group = ids(tx).where('recipient_id', '=', userId).where('kind', '=', kind).where('object_id', '=', objectId);
    return (await this.#remove(tx, group))[0];
  }

  /** The next users in the order of ids, and those among them with notifications that are old or too many. */
  async overfull(afterId: number, limit: number): Promise<{ next: number | undefined; users: number[] }> {
    const rows = await this.database.query<OverfullRow>({
      name: 'notices-overfull',
      text: OVERFULL_USERS,
      values: [afterId, limit],
    });
    return { next: rows.at(-1)?.id, users: rows.filter(({ over }) => over).map(({ id }) => id) };
  }

  /** Deletes up to `limit` of a user's notifications that are old or too many. */
  async removeOverfull(tx: Transaction<Tables>, userId: number, limit: number): Promise<RemovedNotification[]> {
    const rows = await tx.query<{ id: number }>({ text: OVERFULL_IDS, values: [userId, limit] });
    if (rows.length === 0) return [];
    const overfull = rows.map(({ id }) => id);
    return this.#remove(tx, ids(tx).where('id', 'in', overfull));
  }

  /** Marks a user's notifications of some kinds as read. */
  async markKindsRead(
    tx: Transaction<Tables>,
    { userId, readSeq }: ReadState,
    kinds: readonly NotificationType[],
  ): Promise<void> {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('notices')
      .set({ seq: 0 })
      .where('recipient_id', '=', userId)
      .where('kind', 'in', kinds)
      .where('seq', '>', readSeq)
      .executeTakeFirstOrThrow();
    await this.#lowerCount(tx, userId, Number(numUpdatedRows));
  }

  /** @returns how many are unread afterwards; undefined when this user has no such notification */
  async markOneRead(tx: Transaction<Tables>, { userId, readSeq }: ReadState, id: number): Promise<number | undefined> {
    const found = await tx.kysely
      .selectFrom('notices')
      .select('seq')
      .where('recipient_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) return undefined;
    const unread = found.seq > readSeq;
    if (unread) await tx.kysely.updateTable('notices').set({ seq: 0 }).where('id', '=', id).execute();
    return this.#lowerCount(tx, userId, unread ? 1 : 0);
  }

  /** @returns the user's count afterwards */
  async #lowerCount({ kysely }: Transaction<Tables>, userId: number, by: number): Promise<number> {
    const { count } = await kysely
      .updateTable('unread_counts')
      .set({ count: sql<number>`greatest(0, count - ${by}::int)` })
      .where('user_id', '=', userId)
      .returning('count')
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Deletes notifications, and with them their part of the unread counts and their pushes that still wait. */
  async #remove(tx: Transaction<Tables>, ids: Ids): Promise<RemovedNotification[]> {
    const removed = await tx.kysely
      .deleteFrom('notices')
      .using('unread_counts')
      .whereRef('unread_counts.user_id', '=', 'notices.recipient_id')
      .where('notices.id', 'in', ids)
      .returning((eb) => [
        'notices.id',
        'notices.recipient_id as recipientId',
        'notices.kind',
        'notices.poll_id as pollId',
        'notices.comment_id as commentId',
        eb('notices.seq', '>', eb.ref('unread_counts.read_seq')).as('unread'),
      ])
      .execute();
    if (removed.length === 0) return [];
    const unreadOf = removed.filter(({ unread }) => unread).map(({ recipientId }) => recipientId);
    await tx.query({ text: LOWER_COUNTS, values: [unreadOf] });
    await tx.query({
      text: CANCEL_PUSHES,
      values: [
        removed.map(({ recipientId }) => recipientId),
        removed.map(({ id, kind }) => topicOf({ kind, notificationId: id, link: '' })),
      ],
    });
    return removed.map((each) => ({ ...each, unread: Boolean(each.unread) }));
  }
}
