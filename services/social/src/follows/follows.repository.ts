import { Injectable } from '@nestjs/common';
import { LIST_PAGE_SIZE, type FollowUser } from '@inkling/contracts';
import { Database, type Transaction } from '@inkling/platform';
import type { Position } from './cursor.js';

export interface FollowCounts {
  followersCount: number;
  followingCount: number;
}

/** The followed user's count after a follow that came or went. */
export interface FollowChange {
  readonly followersCount: number;
  /** Grows with every change of this user's followers. */
  readonly version: number;
}

export interface FollowPage {
  readonly users: FollowUser[];
  /** The last one shown, when there are more after it. */
  readonly last: Position | undefined;
}

/**
 * Changes a follow and both users' counters. The follow's row comes first and the counters after it in the order of
 * their keys, in every transaction alike, so that none waits for one that waits for it. `$1` follower, `$2` followed.
 */
const change = (changed: string, step: string): string => `
  with changed as (${changed} returning 1)
  insert into follow_counts as c (user_id, followers_count, following_count, version)
  select v.user_id, greatest(v.followers, 0), greatest(v.followings, 0), v.version
  from changed, (values ($1::bigint, 0, ${step}, 0), ($2::bigint, ${step}, 0, 1)) v (user_id, followers, followings, version)
  order by v.user_id
  on conflict (user_id) do update set
    followers_count = greatest(c.followers_count + case when c.user_id = $2::bigint then ${step} else 0 end, 0),
    following_count = greatest(c.following_count + case when c.user_id = $1::bigint then ${step} else 0 end, 0),
    version = c.version + excluded.version
  returning user_id = $2::bigint as followed, followers_count as "followersCount", version`;

const FOLLOW = change(
  'insert into follows (follower_id, following_id, created_at) values ($1::bigint, $2::bigint, clock_timestamp()) on conflict do nothing',
  '1',
);
const UNFOLLOW = change('delete from follows where follower_id = $1::bigint and following_id = $2::bigint', '-1');

/**
 * The users at the `other` end of the follows at whose `own` end `$1` is; `$2` views, `$3` and `$4` are where to go on.
 * A subquery with `offset 0` is planned by itself: one look-up by key per row, whatever the statistics say.
 */
const list = (own: string, other: string): string => `
  select p.user_id as id, p.username, p.name, p.profile_picture as "profilePicture",
    exists (select from follows mine where mine.follower_id = $2 and mine.following_id = p.user_id) as "isFollowing",
    to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
  from follows f cross join lateral (select * from profiles p where p.user_id = f.${other} offset 0) p
  where p.completed and f.${own} = $1 and (f.created_at, f.${other}) < ($3::timestamptz, $4::bigint)
  order by f.created_at desc, f.${other} desc
  limit ${LIST_PAGE_SIZE + 1}`;

const FOLLOWERS = list('following_id', 'follower_id');
const FOLLOWING = list('follower_id', 'following_id');

/** All SQL about follows. */
@Injectable()
export class FollowsRepository {
  constructor(private readonly database: Database) {}

  /** A user whom nobody follows and who follows nobody has no row, and zeros. */
  async counts(userId: number): Promise<FollowCounts> {
    const [row] = await this.database.query<{ followersCount: number; followingCount: number }>({
      name: 'social-counts',
      text: `select followers_count as "followersCount", following_count as "followingCount" from follow_counts where user_id = $1`,
      values: [userId],
    });
    return row ?? { followersCount: 0, followingCount: 0 };
  }

  async exists(followerId: number, followingId: number): Promise<boolean> {
    const rows = await this.database.query({
      name: 'social-status',
      text: 'select 1 from follows where follower_id = $1 and following_id = $2',
      values: [followerId, followingId],
    });
    return rows.length > 0;
  }

  /** Undefined when it was there already. */
  add(tx: Transaction, followerId: number, followingId: number): Promise<FollowChange | undefined> {
    return this.#change(tx, FOLLOW, followerId, followingId);
  }

  /** Undefined when it was not there. */
  remove(tx: Transaction, followerId: number, followingId: number): Promise<FollowChange | undefined> {
    return this.#change(tx, UNFOLLOW, followerId, followingId);
  }

  /** The latest follower first; users whose profile has not arrived are left out. */
  followers(userId: number, viewerId: number, after: Position | undefined): Promise<FollowPage> {
    return this.#page('social-followers', FOLLOWERS, userId, viewerId, after);
  }

  /** The latest followed first; users whose profile has not arrived are left out. */
  following(userId: number, viewerId: number, after: Position | undefined): Promise<FollowPage> {
    return this.#page('social-following', FOLLOWING, userId, viewerId, after);
  }

  /** Followers with ids above `after`, in the order of ids. */
  async followerIds(userId: number, after: number, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: string }>({
      name: 'social-follower-ids',
      text: 'select follower_id as id from follows where following_id = $1 and follower_id > $2 order by follower_id limit $3',
      values: [userId, after, limit],
    });
    return rows.map(({ id }) => Number(id));
  }

  async #change(
    tx: Transaction,
    text: string,
    followerId: number,
    followingId: number,
  ): Promise<FollowChange | undefined> {
    const rows = await tx.query<FollowChange & { followed: boolean }>({ text, values: [followerId, followingId] });
    return rows.find(({ followed }) => followed);
  }

  async #page(
    name: string,
    text: string,
    userId: number,
    viewerId: number,
    after: Position | undefined,
  ): Promise<FollowPage> {
    const values = [userId, viewerId, after?.at ?? 'infinity', after?.userId ?? 0];
    const rows = await this.database.query<Omit<FollowUser, 'id'> & { id: string; at: string }>({ name, text, values });
    const shown = rows
      .slice(0, LIST_PAGE_SIZE)
      .map(({ at, id, ...user }) => ({ user: { id: Number(id), ...user }, at }));
    const last = rows.length > LIST_PAGE_SIZE ? shown.at(-1) : undefined;
    return { users: shown.map(({ user }) => user), last: last && { userId: last.user.id, at: last.at } };
  }
}
