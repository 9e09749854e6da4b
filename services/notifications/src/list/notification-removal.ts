import { Injectable } from '@nestjs/common';
import { NOTIFICATIONS_MAX, NOTIFICATION_DAYS_MAX, type NotificationType } from '@inkling/contracts';
import { Database, type Transaction } from '@inkling/platform';
import { sql, type Expression, type SelectQueryBuilder } from 'kysely';
import { topicOf } from '../push/push-queue.js';
import type { Tables } from '../tables.js';

type Queries = Pick<Transaction<Tables>, 'kysely'>;
type Ids = SelectQueryBuilder<Tables, 'notices', { id: number }>;

const ids = ({ kysely }: Queries) => kysely.selectFrom('notices').select('id');

const oldOf = (on: Queries, user: Expression<number>): Ids =>
  ids(on)
    .where('recipient_id', '=', user)
    .where('updated_at', '<', sql<Date>`now() - make_interval(days => ${NOTIFICATION_DAYS_MAX})`);

const surplusOf = (on: Queries, user: Expression<number>): Ids =>
  ids(on)
    .where('recipient_id', '=', user)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .offset(NOTIFICATIONS_MAX);

export interface RemovedNotification {
  readonly id: number;
  readonly recipientId: number;
  readonly kind: NotificationType;
  readonly pollId: number | null;
  readonly commentId: number | null;
  readonly unread: boolean;
}

/**
 * Deletes notifications, and with them their part of the unread counts and their pushes that still wait. Callers hold
 * the lock of the recipients (UnreadCounts).
 */
@Injectable()
export class NotificationRemoval {
  constructor(private readonly database: Database<Tables>) {}

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

  /** Removes these notifications, which belong to recipients that the caller has locked. */
  removeThese(tx: Transaction<Tables>, chosen: readonly number[]): Promise<RemovedNotification[]> {
    return this.#remove(tx, ids(tx).where('id', 'in', chosen));
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

  /** Removes a user's notifications that another person alone has caused, and those of that person's polls. */
  removeOfPerson(tx: Transaction<Tables>, userId: number, personId: number): Promise<RemovedNotification[]> {
    const caused = ids(tx)
      .where('recipient_id', '=', userId)
      .where((eb) =>
        eb.or([
          eb('kind', 'in', ['follow', 'test']).and('actor_id', '=', personId),
          eb('kind', '=', 'poll_ended').and(
            'poll_id',
            'in',
            eb.selectFrom('poll_activity').select('poll_id').where('author_id', '=', personId),
          ),
        ]),
      );
    return this.#remove(tx, caused);
  }

  /** Removes a user's notifications of the author's polls for followers. */
  removeForFollowers(tx: Transaction<Tables>, userId: number, authorId: number): Promise<RemovedNotification[]> {
    const ofPolls = ids(tx)
      .where('recipient_id', '=', userId)
      .where('poll_id', 'in', (eb) =>
        eb
          .selectFrom('poll_activity')
          .select('poll_id')
          .where('author_id', '=', authorId)
          .where('for_followers', '=', true),
      );
    return this.#remove(tx, ofPolls);
  }

  /** The next users in the order of ids, and those among them with notifications that are old or too many. */
  async overfull(afterId: number, limit: number): Promise<{ next: number | undefined; users: number[] }> {
    const { kysely } = this.database;
    const users = kysely.selectFrom('unread_counts').select('user_id as id').where('user_id', '>', afterId);
    const rows = await kysely
      .selectFrom(users.orderBy('user_id').limit(limit).as('u'))
      .select('u.id')
      .select((eb) => {
        const overfull = [oldOf(this.database, eb.ref('u.id')), surplusOf(this.database, eb.ref('u.id'))];
        return eb.or(overfull.map((ids) => eb.exists(ids))).as('over');
      })
      .orderBy('u.id')
      .execute();
    return { next: rows.at(-1)?.id, users: rows.filter(({ over }) => over).map(({ id }) => id) };
  }

  /** Deletes up to `limit` of a user's notifications that are old or too many. */
  async removeOverfull(tx: Transaction<Tables>, userId: number, limit: number): Promise<RemovedNotification[]> {
    const user = sql<number>`${userId}::bigint`;
    const rows = await oldOf(tx, user)
      .unionAll((eb) => eb.parens(surplusOf(tx, user)))
      .limit(limit)
      .execute();
    if (rows.length === 0) return [];
    const overfull = rows.map(({ id }) => id);
    return this.#remove(tx, ids(tx).where('id', 'in', overfull));
  }

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
    await this.#lowerCounts(tx, unreadOf);
    await this.#cancelPushes(tx, removed);
    return removed.map((each) => ({ ...each, unread: Boolean(each.unread) }));
  }

  /** Lowers each user's unread count by the number of times the user is listed. */
  async #lowerCounts({ kysely }: Transaction<Tables>, userIds: readonly number[]): Promise<void> {
    const lowered = kysely
      .selectFrom(sql<{ id: number }>`unnest(${userIds}::bigint[])`.as<'users'>(sql`users (id)`))
      .select(({ fn }) => ['users.id', fn.countAll<number>().as('times')])
      .groupBy('users.id');
    await kysely
      .updateTable('unread_counts as u')
      .from(lowered.as('l'))
      .set({ count: sql<number>`greatest(0, u.count - l.times)` })
      .whereRef('u.user_id', '=', 'l.id')
      .execute();
  }

  async #cancelPushes(
    { kysely }: Transaction<Tables>,
    removed: readonly Pick<RemovedNotification, 'id' | 'kind' | 'recipientId'>[],
  ): Promise<void> {
    const users = removed.map(({ recipientId }) => recipientId);
    const topics = removed.map(({ id, kind }) => topicOf({ kind, notificationId: id, link: '' }));
    const pushes = sql<{ user_id: number; topic: string }>`unnest(${users}::bigint[], ${topics}::text[])`;
    await kysely
      .deleteFrom('push_queue as q')
      .using(pushes.as<'p'>(sql`p (user_id, topic)`))
      .whereRef('q.user_id', '=', 'p.user_id')
      .whereRef('q.topic', '=', 'p.topic')
      .execute();
  }
}
