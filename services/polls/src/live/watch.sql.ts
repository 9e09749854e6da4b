import { seenSql } from '../audience/poll-audience.sql.js';
import { OPEN_TO_ALL, instantSql } from '../poll-text/poll-text.sql.js';
import type { TallyRow } from './live-tallies.js';

/**
 * Those of the polls `$2` that the viewer `$1` may see, and whether the viewer has voted or given up the vote. SQL,
 * because the rule about open results is SQL too.
 */
export const WATCH = `
  select c.poll_id, c.votes, c.votes_count, c.likes_count, c.comments_count, c.abstentions_count,
    c.counted_votes, c.version,
    ${instantSql('p.end_date')} as end_date,
    ${OPEN_TO_ALL} as open,
    (select true from votes v where v.poll_id = p.id and v.user_id = $1) is not null as voted
  from polls p join poll_counters c on c.poll_id = p.id
  where p.id = any($2::bigint[]) and ${seenSql('$1', 'p')}`;

export interface WatchRow extends TallyRow {
  /** ISO 8601. */
  end_date: string | null;
  open: boolean;
  voted: boolean;
}
