import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** A user's read state: notifications with a `seq` above `readSeq` are unread. */
export interface ReadState {
  readonly userId: number;
  /** The number for the notification that the holder of the lock writes next. */
  readonly seq: number;
  readonly readSeq: number;
}

/** Users whose counts are checked in one transaction. */
const BATCH = 200;

/**
 * Number of unread notifications of each user. The row is also the user's lock: every change to a user's notifications
 * or preferences takes it, so the count always agrees with the list, and marking everything read changes one row. Locks
 * are taken in this order: poll, users by id, notifications.
 */
@Injectable()
export class UnreadCounts {
  constructor(private readonly database: Database<Tables>) {}

  async of(userId: number): Promise<number> {
    return (await this.ofAll([userId])).get(userId) ?? 0;
  }

  async ofAll(userIds: readonly number[]): Promise<Map<number, number>> {
    const counts = await this.database.kysely
      .selectFrom('unread_counts')
      .select(['user_id', 'count'])
      .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
      .execute();
    return new Map(counts.map(({ user_id: userId, count }) => [userId, count]));
  }

  /** Locks users and numbers their next notifications. For a user listed n times, `seq` is the last of n numbers. */
  async lock(tx: Transaction<Tables>, userIds: readonly number[]): Promise<Map<number, ReadState>> {
    const users = sql<{ id: number }>`unnest(${userIds}::bigint[])`.as<'users'>(sql`users (id)`);
    const rows = await tx.kysely
      .insertInto('unread_counts')
      .columns(['user_id', 'seq'])
      // In the order of ids, so that two transactions cannot deadlock.
      .expression((eb) =>
        eb
          .selectFrom(users)
          .select(({ fn }) => ['users.id', fn.countAll<number>().as('times')])
          .groupBy('users.id')
          .orderBy('users.id'),
      )
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({ seq: eb('unread_counts.seq', '+', eb.ref('excluded.seq')) })),
      )
      .returning(['user_id as userId', 'seq', 'read_seq as readSeq'])
      .execute();
    return new Map(rows.map((row) => [row.userId, row]));
  }

  /**
   * Locks those of the users who have a row, to remove notifications. It makes no row, which would stay for good if the
   * person's data is being removed.
   */
  async lockKnown({ kysely }: Transaction<Tables>, userIds: readonly number[]): Promise<void> {
    await kysely
      .selectFrom('unread_counts')
      .select('user_id')
      .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
      .orderBy('user_id')
      .forUpdate()
      .execute();
  }

  async lockOne(tx: Transaction<Tables>, userId: number): Promise<ReadState> {
    return (await this.lock(tx, [userId])).get(userId)!;
  }

  async markAllRead(userId: number): Promise<void> {
    await this.database.kysely
      .updateTable('unread_counts')
      .set((eb) => ({ read_seq: eb.ref('seq'), count: 0 }))
      .where('user_id', '=', userId)
      .execute();
  }

  /** Compares every count with the list and corrects the wrong ones. Safe at any time. */
  async recount(): Promise<{ checked: number; corrected: number }> {
    const result = { checked: 0, corrected: 0 };
    for (let users = await this.#next(0); users.length > 0; users = await this.#next(users.at(-1)!)) {
      result.checked += users.length;
      result.corrected += await this.#correct(users);
    }
    return result;
  }

  /** The next users with a count or a notification, in the order of ids. */
  async #next(after: number): Promise<number[]> {
    const { kysely } = this.database;
    const counted = kysely.selectFrom('unread_counts').select('user_id').where('user_id', '>', after);
    const listed = kysely.selectFrom('notices').select('recipient_id as user_id').distinct();
    const users = await kysely
      .selectFrom(counted.orderBy('user_id').limit(BATCH).as('counted'))
      .select('user_id')
      .union(
        kysely
          .selectFrom(listed.where('recipient_id', '>', after).orderBy('user_id').limit(BATCH).as('listed'))
          .select('user_id'),
      )
      .orderBy('user_id')
      .limit(BATCH)
      .execute();
    return users.map((user) => user.user_id);
  }

  #correct(users: readonly number[]): Promise<number> {
    return this.database.transaction(async (tx) => {
      await this.lock(tx, users);
      // A separate statement, so that it sees every notification that was committed before its user was locked.
      const counts = await tx.kysely
        .selectFrom('unread_counts as u')
        .leftJoin('notices as n', (join) =>
          join.onRef('n.recipient_id', '=', 'u.user_id').onRef('n.seq', '>', 'u.read_seq'),
        )
        .select(({ fn }) => ['u.user_id', 'u.count', fn.count<number>('n.id').as('unread')])
        .where('u.user_id', 'in', users)
        .groupBy('u.user_id')
        .execute();
      const wrong = counts.filter(({ count, unread }) => count !== unread);
      for (const { user_id: userId, unread } of wrong) await setCount(tx.kysely, userId, unread);
      return wrong.length;
    });
  }
}

async function setCount(kysely: Kysely<Tables>, userId: number, count: number): Promise<void> {
  await kysely.updateTable('unread_counts').set({ count }).where('user_id', '=', userId).execute();
}
