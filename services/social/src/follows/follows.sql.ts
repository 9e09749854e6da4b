/**
 * Changes a follow and both users' counters in one statement, as each round trip would hold the counters' locks longer.
 * Every transaction locks the follow first and then the counters in the order of their keys, so none deadlocks.
 * `$1` follower, `$2` followed.
 */
const change = (changed: string, step: '1' | '-1'): string => `
  with changed as (${changed} returning 1)
  insert into follow_counts as c (user_id, followers_count, following_count, version)
  select v.user_id, greatest(v.followers, 0), greatest(v.followings, 0), v.version
  from changed, (
    values ($1::bigint, 0, ${step}, 0), ($2::bigint, ${step}, 0, 1)
  ) v (user_id, followers, followings, version)
  order by v.user_id
  on conflict (user_id) do update set
    followers_count = greatest(c.followers_count + case when c.user_id = $2::bigint then ${step} else 0 end, 0),
    following_count = greatest(c.following_count + case when c.user_id = $1::bigint then ${step} else 0 end, 0),
    version = c.version + excluded.version
  returning user_id = $2::bigint as followed, followers_count as "followersCount", version`;

export const FOLLOW = change(
  `insert into follows (follower_id, following_id, created_at)
    values ($1::bigint, $2::bigint, clock_timestamp()) on conflict do nothing`,
  '1',
);

export const UNFOLLOW = change(
  'delete from follows where follower_id = $1::bigint and following_id = $2::bigint',
  '-1',
);

/** No rows when nothing changed; else one for each of the two users. */
export interface ChangeRow {
  readonly followed: boolean;
  readonly followersCount: number;
  readonly version: number;
}
