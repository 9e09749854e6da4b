import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { FOLLOWED, NEWEST, NEWEST_SEEN, type FeaturedRow, type FollowedRow } from './featured.sql.js';

/** Users with recent polls, the newest poll first, without those whose profile is not complete. */
@Injectable()
export class FeaturedRepository {
  constructor(private readonly database: Database) {}

  /**
   * At most FEATURED_MAX users whom the viewer follows.
   * @param asked users of whom those are returned in `hidden` whom the viewer does not see
   */
  async followed(viewerId: number, asked: readonly number[]): Promise<{ users: FeaturedRow[]; hidden: Set<number> }> {
    const rows = await this.database.reads.query<FollowedRow>({
      name: 'featured-followed',
      text: FOLLOWED,
      values: [viewerId, `{${asked.join(',')}}`],
    });
    return {
      users: rows.flatMap(({ hidden, ...user }) => (hidden ? [] : [user])),
      hidden: new Set(rows.flatMap(({ hidden, id }) => (hidden ? [id] : []))),
    };
  }

  /** Of everyone, enough to fill a strip from which some are left out. */
  newest(): Promise<FeaturedRow[]> {
    return this.database.query<FeaturedRow>({ name: 'featured-newest', text: NEWEST });
  }

  /** The same without those whom the viewer does not see. */
  newestSeen(viewerId: number): Promise<FeaturedRow[]> {
    return this.database.reads.query<FeaturedRow>({
      name: 'featured-newest-seen',
      text: NEWEST_SEEN,
      values: [viewerId],
    });
  }
}
