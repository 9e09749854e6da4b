import { Injectable } from '@nestjs/common';
import { LIST_PAGE_SIZE, type FollowUser } from '@inkling/contracts';
import { Database, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { hears, together } from '../standing/standing.repository.js';
import type { Tables } from '../tables.js';
import type { Position } from './cursor.js';
import { FOLLOW, UNFOLLOW, type ChangeRow } from './follows.sql.js';

export interface FollowCounts {
  followersCount: number;
  followingCount: number;
}

/** The followed user's count after a follow was added or removed. */
export interface FollowChange {
  readonly followersCount: number;
  /** Grows with every change of this user's followers. */
  readonly version: number;
}

export interface FollowPage {
  readonly users: FollowUser[];
  /** The last one shown; undefined when the list ends there. */
  readonly last: Position | undefined;
}

/** Follows and their counts. */
@Injectable()
export class FollowsRepository {
  constructor(private readonly database: Database<Tables>) {}

  /** Zeros for a user without follows in either direction. */
  async counts(userId: number): Promise<FollowCounts> {
    const counts = await this.database.reads.kysely
      .selectFrom('follow_counts')
      .select(['followers_count as followersCount', 'following_count as followingCount'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return counts ?? { followersCount: 0, followingCount: 0 };
  }

  async exists(followerId: number, followingId: number): Promise<boolean> {
    const follow = await this.database.kysely
      .selectFrom('follows')
      .select('follower_id')
      .where('follower_id', '=', followerId)
      .where('following_id', '=', followingId)
      .executeTakeFirst();
    return follow !== undefined;
  }

  /** Undefined when the follow existed already. */
  add(tx: Transaction<Tables>, followerId: number, followingId: number): Promise<FollowChange | undefined> {
    return this.#change(tx, FOLLOW, followerId, followingId);
  }

  /** Undefined when there was no such follow. */
  remove(tx: Transaction<Tables>, followerId: number, followingId: number): Promise<FollowChange | undefined> {
    return this.#change(tx, UNFOLLOW, followerId, followingId);
  }

  /**
   * The latest follower first, without users whose profile has not arrived or from whom a block separates the viewer.
   */
  followers(userId: number, viewerId: number, after: Position | undefined): Promise<FollowPage> {
    return this.#page('following_id', 'follower_id', userId, viewerId, after);
  }

  /** The latest followed first, likewise. */
  following(userId: number, viewerId: number, after: Position | undefined): Promise<FollowPage> {
    return this.#page('follower_id', 'following_id', userId, viewerId, after);
  }

  /** Followers with ids above `after`, in the order of ids, without those who mute the user. */
  async followerIds(userId: number, after: number, limit: number): Promise<number[]> {
    const followers = await this.database.kysely
      .selectFrom('follows')
      .select('follower_id')
      .where('following_id', '=', userId)
      .where('follower_id', '>', after)
      .where(hears('follower_id', userId))
      .orderBy('follower_id')
      .limit(limit)
      .execute();
    return followers.map((follower) => follower.follower_id);
  }

  /**
   * Followers with ids above `after`, in the order of ids, with the version of the user's last change of followers. One
   * statement, so that the version fits the page.
   */
  async followersPage(userId: number, after: number, limit: number): Promise<{ userIds: number[]; version: number }> {
    const rows = await this.database.kysely
      .selectFrom('follow_counts as c')
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('follows')
            .select('follower_id')
            .where('following_id', '=', userId)
            .where('follower_id', '>', after)
            .orderBy('follower_id')
            .limit(limit)
            .as('f'),
        (join) => join.onTrue(),
      )
      .select(['c.version', 'f.follower_id'])
      .where('c.user_id', '=', userId)
      .orderBy('f.follower_id')
      .execute();
    return {
      userIds: rows.flatMap(({ follower_id: id }) => (id === null ? [] : [id])),
      // Also where nobody follows any more: the page says that of this version.
      version: rows[0]?.version ?? 0,
    };
  }

  async #change(
    tx: Transaction<Tables>,
    text: string,
    followerId: number,
    followingId: number,
  ): Promise<FollowChange | undefined> {
    const rows = await tx.query<ChangeRow>({ text, values: [followerId, followingId] });
    const change = rows.find(({ followed }) => followed);
    return change && { followersCount: change.followersCount, version: change.version };
  }

  /** Users at the `other` end of the follows whose `own` end is the user. */
  async #page(
    own: 'follower_id' | 'following_id',
    other: 'follower_id' | 'following_id',
    userId: number,
    viewerId: number,
    after: Position | undefined,
  ): Promise<FollowPage> {
    const { kysely } = this.database.reads;
    const position = [
      sql<Date>`${after?.at ?? 'infinity'}::timestamptz`,
      sql<number>`${after?.userId ?? 0}::bigint`,
    ] as const;
    const rows = await kysely
      .selectFrom('follows as f')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('profiles')
            .select(['user_id', 'username', 'name', 'profile_picture'])
            .whereRef('user_id', '=', `f.${other}`)
            .where('completed', '=', true)
            // Planned by itself, as one look-up by key per row, whatever the statistics say.
            .offset(sql.lit(0))
            .as('p'),
        (join) => join.onTrue(),
      )
      .select(['p.user_id as id', 'p.username', 'p.name', 'p.profile_picture as profilePicture'])
      .select((eb) => {
        const mine = eb.selectFrom('follows').select('follower_id').where('follower_id', '=', viewerId);
        return eb.exists(mine.whereRef('following_id', '=', 'p.user_id')).as('isFollowing');
      })
      // ISO 8601 in UTC with microseconds.
      .select(sql<string>`to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'))
      .where(`f.${own}`, '=', userId)
      .where(together(viewerId, `f.${other}`))
      .where((eb) => eb(eb.refTuple('f.created_at', `f.${other}`), '<', eb.tuple(...position)))
      .orderBy('f.created_at', 'desc')
      .orderBy(`f.${other}`, 'desc')
      .limit(LIST_PAGE_SIZE + 1)
      .execute();
    const shown = rows.slice(0, LIST_PAGE_SIZE);
    const last = rows.length > LIST_PAGE_SIZE ? shown.at(-1) : undefined;
    return {
      users: shown.map(({ at: _at, isFollowing, ...user }) => ({ ...user, isFollowing: Boolean(isFollowing) })),
      last: last && { userId: last.id, at: last.at },
    };
  }
}
