import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';

/** Users whose counters are locked at a time. */
const BATCH = 200;

/**
 * The next users who have a counter, follow or are followed: each of the three is read by its index, no further than
 * the batch.
 */
const NEXT_USERS = `
  select user_id from (
    (select user_id from follow_counts where user_id > $1 order by user_id limit $2)
    union (select distinct follower_id from follows where follower_id > $1 order by follower_id limit $2)
    union (select distinct following_id from follows where following_id > $1 order by following_id limit $2)
  ) u order by user_id limit $2`;

const ADD_MISSING =
  'insert into follow_counts (user_id) select id from unnest($1::bigint[]) id order by id on conflict do nothing';

const LOCK = 'select user_id from follow_counts where user_id = any($1::bigint[]) order by user_id for update';

const CORRECT = `
  update follow_counts c set followers_count = r.followers, following_count = r.followings
  from (
    select u.id,
      (select count(*)::int from follows f where f.following_id = u.id) as followers,
      (select count(*)::int from follows f where f.follower_id = u.id) as followings
    from unnest($1::bigint[]) u (id)
  ) r
  where c.user_id = r.id and (c.followers_count, c.following_count) is distinct from (r.followers, r.followings)
  returning c.user_id`;

/** Makes the counters what the follows say, while following goes on. */
@Injectable()
export class FollowRecount {
  constructor(private readonly database: Database) {}

  /** Users looked at, and those of whom a counter was wrong. Stopped half way, it has corrected what it came to. */
  async recount(): Promise<{ checked: number; corrected: number }> {
    let checked = 0;
    let corrected = 0;
    for (let after = '0', users = await this.#next(after); users.length > 0; users = await this.#next(after)) {
      corrected += await this.#correct(users);
      checked += users.length;
      after = users.at(-1)!;
    }
    return { checked, corrected };
  }

  async #next(after: string): Promise<string[]> {
    const rows = await this.database.query<{ user_id: string }>({ text: NEXT_USERS, values: [after, BATCH] });
    return rows.map((row) => row.user_id);
  }

  async #correct(users: readonly string[]): Promise<number> {
    // By itself: an insert among held locks would take them out of order.
    await this.database.query({ text: ADD_MISSING, values: [users] });
    return this.database.transaction(async (tx) => {
      await tx.query({ text: LOCK, values: [users] });
      // A statement of its own sees every follow that was committed before its counters were locked.
      return (await tx.query({ text: CORRECT, values: [users] })).length;
    });
  }
}
