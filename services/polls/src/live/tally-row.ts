import type { LiveTally } from '@inkling/contracts';

/** A row of `poll_counters` as statements return it. */
export interface TallyRow {
  poll_id: string;
  votes: number[];
  votes_count: number;
  likes_count: number;
  comments_count: number;
  version: number;
}

/** The live message for a tally. */
export const toLiveTally = (row: TallyRow, cause: LiveTally['cause']): LiveTally => ({
  pollId: Number(row.poll_id),
  version: row.version,
  votesCount: row.votes_count,
  likesCount: row.likes_count,
  commentsCount: row.comments_count,
  votes: row.votes,
  cause,
});
