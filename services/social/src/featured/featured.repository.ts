import { Injectable } from '@nestjs/common';
import type { FeaturedUser } from '@inkling/contracts';
import { Database } from '@inkling/platform';

/** Avatars in the strip. */
export const FEATURED_MAX = 20;
/** Of those whom one follows, this many of the latest followed are looked at, whatever the number. */
const FOLLOWED_LOOKED_AT = 1_000;
/** Enough when a whole strip of them, and oneself, are left out. */
const NEWEST_READ = 2 * FEATURED_MAX + 1;

/** spec 2: the ring of a user with a poll of the last day. */
const COLUMNS = `
  p.user_id as id, p.username, p.name, p.profile_picture as "profilePicture", a.newest_at > now() - interval '24 hours' as "hasNewPoll"`;

// A subquery with `offset 0` is planned by itself: one look-up by key per user, whatever the statistics say.
const PROFILE = 'cross join lateral (select * from profiles p where p.user_id = a.user_id offset 0) p';

const FOLLOWED = `
  with followed as materialized (
    select f.following_id as id from follows f where f.follower_id = $1 order by f.created_at desc, f.following_id desc limit ${FOLLOWED_LOOKED_AT}
  )
  select ${COLUMNS} from followed f cross join lateral (select * from poll_authors a where a.user_id = f.id offset 0) a ${PROFILE}
  where a.newest_at is not null and p.completed
  order by a.newest_at desc, a.user_id desc limit ${FEATURED_MAX}`;

const NEWEST = `
  select ${COLUMNS} from (select * from poll_authors where newest_at is not null order by newest_at desc, user_id desc offset 0) a ${PROFILE}
  where p.completed
  order by a.newest_at desc, a.user_id desc limit ${NEWEST_READ}`;

type Row = Omit<FeaturedUser, 'id'> & { id: string };
const toUser = ({ id, ...user }: Row): FeaturedUser => ({ id: Number(id), ...user });

/** People with recent polls, the newest poll first; those without a completed profile are left out. */
@Injectable()
export class FeaturedRepository {
  constructor(private readonly database: Database) {}

  /** At most FEATURED_MAX of those whom the viewer follows. */
  async followed(viewerId: number): Promise<FeaturedUser[]> {
    return (await this.database.query<Row>({ name: 'featured-followed', text: FOLLOWED, values: [viewerId] })).map(
      toUser,
    );
  }

  /** Of everyone, enough to fill a strip from which some are left out. */
  async newest(): Promise<FeaturedUser[]> {
    return (await this.database.query<Row>({ name: 'featured-newest', text: NEWEST })).map(toUser);
  }
}
