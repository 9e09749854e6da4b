import type { FeaturedUser } from '@inkling/contracts';
import { unsilencedSql } from '@inkling/platform';

/** Avatars in the strip. */
export const FEATURED_MAX = 20;
/** However many a viewer follows, this many of the latest are considered. */
const FOLLOWED_MAX = 1_000;
/** Enough to fill a strip from which a whole strip of followed users, and the viewer, are left out. */
const NEWEST_READ = 2 * FEATURED_MAX + 1;

/** `hasNewPoll`: asked within the last 24 hours, which the strip shows as a ring. */
const COLUMNS = `
  p.user_id as id, p.username, p.name, p.profile_picture as "profilePicture",
  a.newest_at > now() - interval '24 hours' as "hasNewPoll"`;

// SQL, because this runs with every view of the feed, as a prepared statement. With `offset 0` each subquery is planned
// by itself, as one look-up by key per user, whatever the statistics say.
const PROFILE = 'cross join lateral (select * from profiles p where p.user_id = a.user_id offset 0) p';

/** The viewer `$1` blocks or mutes nobody and is blocked by nobody: asked once per statement. */
const SEES_ALL = `(
    (select true from blocks b where b.blocker_id = $1 limit 1) is null
    and (select true from blocks b where b.blocked_id = $1 limit 1) is null
    and (select true from mutes m where m.muter_id = $1 limit 1) is null
  )`;
/** The viewer `$1` sees the user of this column: no block separates the two, and the viewer does not mute the user. */
const sees = (user: string): string => `(${SEES_ALL} or (
    (select true from blocks b where b.blocker_id = $1 and b.blocked_id = ${user}) is null
    and (select true from blocks b where b.blocked_id = $1 and b.blocker_id = ${user}) is null
    and (select true from mutes m where m.muter_id = $1 and m.muted_id = ${user}) is null
  ))`;

/** Of the users whom `$1` follows, those with the newest polls; then those of `$2` whom `$1` does not see. */
export const FOLLOWED = `
  with followed as materialized (
    select f.following_id as id from follows f where f.follower_id = $1
    order by f.created_at desc, f.following_id desc limit ${FOLLOWED_MAX}
  )
  (
    select ${COLUMNS}, false as hidden
    from followed f
      cross join lateral (select * from poll_authors a where a.user_id = f.id offset 0) a
      ${PROFILE}
    where a.newest_at is not null and p.completed and ${sees('f.id')}
    order by a.newest_at desc, a.user_id desc
    limit ${FEATURED_MAX}
  )
  union all
  select n.id, null, '', null, false, true from unnest($2::bigint[]) as n(id) where not ${sees('n.id')}`;

const newest = (condition: string): string => `
  select ${COLUMNS}
  from (
    select * from poll_authors where newest_at is not null order by newest_at desc, user_id desc offset 0
  ) a ${PROFILE}
  where p.completed and ${unsilencedSql('a.user_id', 'silenced_people')} ${condition}
  order by a.newest_at desc, a.user_id desc
  limit ${NEWEST_READ}`;

/** Of all users but silenced ones, those with the newest polls. */
export const NEWEST = newest('');
/** The same without those whom `$1` does not see. */
export const NEWEST_SEEN = newest(`and ${sees('a.user_id')}`);

export type FeaturedRow = FeaturedUser;
export interface FollowedRow extends FeaturedRow {
  /** One of the users asked about whom the viewer does not see; nothing but the id is set. */
  readonly hidden: boolean;
}
