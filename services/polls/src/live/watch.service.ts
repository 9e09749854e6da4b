import { pollsRpc, resultsVisible, type WatchInfo } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { WATCH, type WatchRow } from './watch.sql.js';

const countsOf = ({ votes, counted_votes: countedVotes }: WatchRow): Pick<WatchInfo, 'votes' | 'countedVotes'> =>
  countedVotes === null ? { votes } : { votes, countedVotes };

/** Gives a gateway what it needs to send the right tallies to a socket. */
@RpcController()
export class WatchService {
  constructor(private readonly database: Database) {}

  /**
   * One entry per poll that this viewer may see, in no order; counts per option only where this viewer may see them.
   */
  @Rpc(pollsRpc.watch)
  async watch({ viewerId, pollIds }: RpcRequestOf<typeof pollsRpc.watch>): Promise<WatchInfo[]> {
    const rows = await this.database.query<WatchRow>({
      name: 'poll-watch',
      text: WATCH,
      values: [viewerId, `{${pollIds.join(',')}}`],
    });
    return rows.map((row) => {
      const visible = resultsVisible(row.open, row.voted);
      return {
        pollId: row.poll_id,
        resultsVisible: visible,
        openToAll: row.open,
        endDate: row.end_date,
        version: row.version,
        votesCount: row.votes_count,
        likesCount: row.likes_count,
        commentsCount: row.comments_count,
        abstentionsCount: row.abstentions_count,
        ...(visible ? countsOf(row) : {}),
      };
    });
  }
}
