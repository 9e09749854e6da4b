import { pollsRpc, resultsVisible, type WatchInfo } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { OPEN_TO_ALL, instantSql } from '../polls/poll-text.sql.js';
import type { TallyRow } from './live-tallies.js';

const WATCH = `
  select c.poll_id, c.votes, c.votes_count, c.likes_count, c.comments_count, c.version,
    ${instantSql('p.end_date')} as end_date,
    ${OPEN_TO_ALL} as open,
    (select true from votes v where v.poll_id = p.id and v.user_id = $1) is not null as voted
  from polls p join poll_counters c on c.poll_id = p.id
  where p.id = any($2::bigint[])`;

interface WatchRow extends TallyRow {
  end_date: string | null;
  open: boolean;
  voted: boolean;
}

/** Gives a gateway what it needs to send the right tallies to a socket. */
@RpcController()
export class WatchService {
  constructor(private readonly database: Database) {}

  /** One entry per existing poll, in no order; counts per option only where this viewer may see them. */
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
        pollId: Number(row.poll_id),
        resultsVisible: visible,
        openToAll: row.open,
        endDate: row.end_date,
        version: row.version,
        votesCount: row.votes_count,
        likesCount: row.likes_count,
        commentsCount: row.comments_count,
        ...(visible ? { votes: row.votes } : {}),
      };
    });
  }
}
