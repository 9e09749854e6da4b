import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { FOLLOWED, NEWEST, type FeaturedRow } from './featured.sql.js';

/** Users with recent polls, the newest poll first, without those whose profile is not complete. */
@Injectable()
export class FeaturedRepository {
  constructor(private readonly database: Database) {}

  /** At most FEATURED_MAX users whom the viewer follows. */
  followed(viewerId: number): Promise<FeaturedRow[]> {
    return this.database.query<FeaturedRow>({ name: 'featured-followed', text: FOLLOWED, values: [viewerId] });
  }

  /** Of everyone, enough to fill a strip from which some are left out. */
  newest(): Promise<FeaturedRow[]> {
    return this.database.query<FeaturedRow>({ name: 'featured-newest', text: NEWEST });
  }
}
