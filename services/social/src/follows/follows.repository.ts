import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';

export interface FollowCounts {
  followersCount: number;
  followingCount: number;
}

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
}
