import { Injectable } from '@nestjs/common';
import type { NotificationType } from '@inkling/contracts';
import { Database, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';
import type { ListPosition } from './notification-cursor.js';
import {
  ADD_MISSING,
  CORRECT,
  GROW,
  LIKES_OF,
  NOTIFICATIONS_PAGE,
  VIEWS,
  type AddedRow,
  type CorrectedRow,
  type GrownRow,
  type LikesRow,
  type NotificationRow,
} from './notifications.sql.js';
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
  /** The people who have liked the poll with this event. */
  readonly likedBy?: readonly number[];
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

  views(ids: readonly number[], on: Pick<Transaction<Tables>, 'query'> = this.database): Promise<NotificationRow[]> {
    return on.query<NotificationRow>({ name: 'notices-views', text: VIEWS, values: [ids] });
  }

  /** Creates a notification, or adds an event to it: it becomes unread, counts once, and is first in the list. */
  async grow(
    tx: Transaction<Tables>,
    { userId, seq, readSeq }: ReadState,
    { kind, objectId, pollId, actorId, commentId, count, at, add = false, likedBy = [] }: GrownNotification,
  ): Promise<GrownRow> {
    const [row] = await tx.query<GrownRow>({
      text: GROW,
      values: [userId, kind, objectId, pollId, actorId, commentId, count, seq, at, add, readSeq, likedBy],
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

  /** The likes that a notification counts; undefined when there is no such notification. */
  async likesOf(tx: Transaction<Tables>, userId: number, pollId: number): Promise<LikesRow | undefined> {
    return (await tx.query<LikesRow>({ text: LIKES_OF, values: [userId, pollId] }))[0];
  }

  /** A new object id, so that every test notification is a separate one. */
  async nextTestId({ kysely }: Transaction<Tables>): Promise<number> {
    const { id } = await kysely
      .selectNoFrom((eb) => eb.fn<number>('nextval', [eb.val('test_notices')]).as('id'))
      .executeTakeFirstOrThrow();
    return id;
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
}
