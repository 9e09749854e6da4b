import { pollsRpc, type TrendingPoll } from '@inkling/contracts';
import { Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { PollActivity } from './poll-activity.js';

/** The 'Trending Polls' panel. */
@RpcController()
export class TrendingService {
  constructor(private readonly activity: PollActivity) {}

  /** At most five polls that the viewer, where there is one, sees; the most active first. */
  @Rpc(pollsRpc.trending)
  async trending({ viewerId }: RpcRequestOf<typeof pollsRpc.trending>): Promise<TrendingPoll[]> {
    const now = new Date();
    const rows = await this.activity.top(viewerId);
    return rows.map((row) => ({
      id: row.id,
      question: row.question,
      user: { username: row.username, name: row.name, profilePicture: row.profile_picture },
      timeAgo: timeAgo(new Date(row.created_at), now),
      createdAt: row.created_at,
      totalVotes: row.votes_count,
    }));
  }
}

const UNITS = [
  { name: 'y', ms: 365 * 24 * 3_600_000 },
  { name: 'mo', ms: 30 * 24 * 3_600_000 },
  { name: 'w', ms: 7 * 24 * 3_600_000 },
  { name: 'd', ms: 24 * 3_600_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'm', ms: 60_000 },
] as const;

/** A time in the past in short English, as in "4h ago"; "just now" within the last minute. */
export function timeAgo(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime();
  const unit = UNITS.find(({ ms }) => passed >= ms);
  return unit ? `${Math.floor(passed / unit.ms)}${unit.name} ago` : 'just now';
}
