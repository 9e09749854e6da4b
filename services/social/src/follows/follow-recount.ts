import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** Users whose counters are locked at once. */
const BATCH = 200;

/** Corrects the counters from the follows, while people go on following. */
@Injectable()
export class FollowRecount {
  constructor(private readonly database: Database<Tables>) {}

  /** Users checked, and those who had a wrong counter. An interrupted run has corrected the users up to there. */
  async recount(): Promise<{ checked: number; corrected: number }> {
    let checked = 0;
    let corrected = 0;
    for (let after = 0, users = await this.#next(after); users.length > 0; users = await this.#next(after)) {
      corrected += await this.#correct(users);
      checked += users.length;
      after = users.at(-1)!;
    }
    return { checked, corrected };
  }

  /** The next users with a counter or a follow. Each of the three is read by its index, no further than the batch. */
  async #next(after: number): Promise<number[]> {
    const { kysely } = this.database;
    const counted = kysely.selectFrom('follow_counts').select('user_id').where('user_id', '>', after);
    const follows = (end: 'follower_id' | 'following_id') =>
      kysely.selectFrom('follows').select(`${end} as user_id`).distinct().where(end, '>', after);
    const users = await kysely
      .selectFrom(counted.orderBy('user_id').limit(BATCH).as('counted'))
      .select('user_id')
      .union(
        kysely.selectFrom(follows('follower_id').orderBy('user_id').limit(BATCH).as('followers')).select('user_id'),
      )
      .union(
        kysely.selectFrom(follows('following_id').orderBy('user_id').limit(BATCH).as('followed')).select('user_id'),
      )
      .orderBy('user_id')
      .limit(BATCH)
      .execute();
    return users.map((user) => user.user_id);
  }

  /** How many of these users, in the order of ids, had a wrong counter. */
  async #correct(users: readonly number[]): Promise<number> {
    // By itself: inserted among held locks, the rows would be locked out of order.
    await this.database.kysely
      .insertInto('follow_counts')
      .values(users.map((user_id) => ({ user_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return this.database.transaction(async (tx) => {
      const counters = await tx.kysely
        .selectFrom('follow_counts')
        .selectAll()
        .where('user_id', 'in', users)
        .orderBy('user_id')
        .forUpdate()
        .execute();
      // Counted after the lock, by statements that see every follow committed before it.
      const followers = await this.#count(tx, 'following_id', users);
      const following = await this.#count(tx, 'follower_id', users);
      let corrected = 0;
      for (const counter of counters) {
        const followers_count = followers.get(counter.user_id) ?? 0;
        const following_count = following.get(counter.user_id) ?? 0;
        if (counter.followers_count === followers_count && counter.following_count === following_count) continue;
        await tx.kysely
          .updateTable('follow_counts')
          .set({ followers_count, following_count })
          .where('user_id', '=', counter.user_id)
          .execute();
        corrected += 1;
      }
      return corrected;
    });
  }

  /** Follows that have each of these users at one end; users without any are absent. */
  async #count(
    tx: Transaction<Tables>,
    end: 'follower_id' | 'following_id',
    users: readonly number[],
  ): Promise<Map<number, number>> {
    const rows = await tx.kysely
      .selectFrom('follows')
      .select(({ fn }) => [`${end} as user_id`, fn.countAll<number>().as('count')])
      .where(end, 'in', users)
      .groupBy(end)
      .execute();
    return new Map(rows.map(({ user_id, count }) => [user_id, count]));
  }
}
