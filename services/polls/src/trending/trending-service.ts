import { Injectable } from '@nestjs/common';
import type { TrendingPoll } from '@inkling/contracts';
import { timeAgo } from './time-ago.js';
import { TrendingRepository } from './trending-repository.js';

/** The 'Trending Polls' panel (spec 2). */
@Injectable()
export class TrendingService {
  constructor(private readonly repository: TrendingRepository) {}

  /** At most five polls, the most active first. */
  async trending(): Promise<TrendingPoll[]> {
    const now = new Date();
    const rows = await this.repository.top();
    return rows.map((row) => ({
      id: Number(row.id),
      question: row.question,
      user: { username: row.username, name: row.name, profilePicture: row.profile_picture },
      timeAgo: timeAgo(new Date(row.created_at), now),
      createdAt: row.created_at,
      totalVotes: row.votes_count,
    }));
  }
}
