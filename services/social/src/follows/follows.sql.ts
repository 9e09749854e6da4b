import { LIST_PAGE_SIZE, type FollowUser } from '@inkling/contracts';

/** The parameters and rows of this folder's SQL; everything else about follows is Kysely. */

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

/**
 * Users at the `other` end of the follows of `$1`, the latest first; `$2` is the viewer, `$3` and `$4` the position
 * after which the page begins. SQL, because Kysely knows no `offset 0`: with it the subquery is planned by itself, as
 * one look-up by key per row, whatever the statistics say.
 */
const list = (own: string, other: string): string => `
  select p.user_id as id, p.username, p.name, p.profile_picture as "profilePicture",
    exists (
      select from follows mine where mine.follower_id = $2 and mine.following_id = p.user_id
    ) as "isFollowing",
    to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
  from follows f cross join lateral (select * from profiles p where p.user_id = f.${other} offset 0) p
  where p.completed and f.${own} = $1 and (f.created_at, f.${other}) < ($3::timestamptz, $4::bigint)
  order by f.created_at desc, f.${other} desc
  limit ${LIST_PAGE_SIZE + 1}`;

export const FOLLOWERS = list('following_id', 'follower_id');
export const FOLLOWING = list('follower_id', 'following_id');

export interface ListRow extends FollowUser {
  /** ISO 8601 in UTC with microseconds. */
  readonly at: string;
}
