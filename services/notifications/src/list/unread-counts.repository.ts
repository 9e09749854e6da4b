import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';

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
  constructor(private readonly database: Database) {}

  async of(userId: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>({
      name: 'unread-count',
      text: 'select count from unread_counts where user_id = $1',
      values: [userId],
    });
    return row?.count ?? 0;
  }

  async ofAll(userIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.database.query<{ id: number; count: number }>({
      name: 'unread-counts',
      text: 'select user_id::float8 as id, count from unread_counts where user_id = any($1::bigint[])',
      values: [userIds],
    });
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /** Locks users and numbers their next notifications. For a user listed n times, `seq` is the last of n numbers. */
  async lock(tx: Transaction, userIds: readonly number[]): Promise<Map<number, ReadState>> {
    const rows = await tx.query<ReadState>({
      name: 'unread-lock',
      text: `
        insert into unread_counts as u (user_id, seq)
        select id, count(*) from unnest($1::bigint[]) id group by id order by id
        on conflict (user_id) do update set seq = u.seq + excluded.seq
        returning user_id::float8 as "userId", seq::float8 as seq, read_seq::float8 as "readSeq"`,
      values: [userIds],
    });
    return new Map(rows.map((row) => [row.userId, row]));
  }

  async lockOne(tx: Transaction, userId: number): Promise<ReadState> {
    return (await this.lock(tx, [userId])).get(userId)!;
  }

  async markAllRead(userId: number): Promise<void> {
    await this.database.query({
      name: 'unread-none',
      text: 'update unread_counts set read_seq = seq, count = 0 where user_id = $1',
      values: [userId],
    });
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

  async #next(after: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>({
      text: `
        select id::float8 as id from (
          (select user_id as id from unread_counts where user_id > $1 order by user_id limit $2)
          union
          (select distinct recipient_id from notices where recipient_id > $1 order by recipient_id limit $2)
        ) u
        order by id limit $2`,
      values: [after, BATCH],
    });
    return rows.map(({ id }) => id);
  }

  #correct(users: readonly number[]): Promise<number> {
    return this.database.transaction(async (tx) => {
      await this.lock(tx, users);
      // A separate statement, so that it sees every notification that was committed before its user was locked.
      const wrong = await tx.query({
        text: `
          update unread_counts u set count = r.count
          from (
            select u.user_id, (
              select count(*)::int from notices n where n.recipient_id = u.user_id and n.seq > u.read_seq
            ) as count
            from unread_counts u where u.user_id = any($1::bigint[])
          ) r
          where u.user_id = r.user_id and u.count <> r.count returning 1`,
        values: [users],
      });
      return wrong.length;
    });
  }
}
