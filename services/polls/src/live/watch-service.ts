import { Injectable } from '@nestjs/common';
import { resultsVisible, type WatchInfo } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { OPEN_TO_ALL, instantSql } from '../polls/poll-text.js';
import type { TallyRow } from './tally-row.js';

const WATCH = `
  select c.poll_id, c.votes, c.votes_count, c.likes_count, c.comments_count, c.version, ${instantSql('p.end_date')} as end_date,
    ${OPEN_TO_ALL} as open, (select true from votes v where v.poll_id = p.id and v.user_id = $1) is not null as voted
  from polls p join poll_counters c on c.poll_id = p.id
  where p.id = any($2::bigint[])`;

/** What a gateway needs to send a socket the right tallies. */
@Injectable()
export class WatchService {
  constructor(private readonly database: Database) {}

  /** One entry per poll that exists, in no order; counts per option only where this viewer may see them. */
  async watch(viewerId: number, pollIds: readonly number[]): Promise<WatchInfo[]> {
    const rows = await this.database.query<TallyRow & { end_date: string | null; open: boolean; voted: boolean }>({
      name: 'poll-watch',
      text: WATCH,
      values: [viewerId, `{${pollIds.join(',')}}`],
    });
    return rows.map((row) => ({
      pollId: Number(row.poll_id),
      resultsVisible: resultsVisible(row.open, row.voted),
      openToAll: row.open,
      endDate: row.end_date,
      version: row.version,
      votesCount: row.votes_count,
      likesCount: row.likes_count,
      commentsCount: row.comments_count,
      ...(resultsVisible(row.open, row.voted) ? { votes: row.votes } : {}),
    }));
  }
}
