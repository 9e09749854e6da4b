import { takenColumns, takenWithin, type TakenWithinRow } from '@inkling/platform';
import type { TallyRow } from '../live/live-tallies.js';
import { pollReachableSql } from '../hidden/hidden.sql.js';
import { instantSql } from '../poll-text/poll-text.sql.js';

const LIMIT = { user: '$2::bigint', possible: 'tally', first: 6 };

/**
 * Changes a like, the poll's count and the outbox in one statement: one round trip per like, and the count cannot
 * differ from the rows. The tally is locked first, as for votes, so a deleted poll takes no like. To a user from whom a
 * block separates its author the poll is unknown. The person's limit is counted in the same statement.
 *
 * `$1` poll, `$2` user, `$3` event id, `$4` subject, `$5` the event's envelope up to its data, `$6` to `$8` the limit.
 */
const changeLike = (change: string, step: '+ 1' | '- 1'): string => `
  with tally as materialized (
    select c.* from poll_counters c
    where c.poll_id = $1::bigint and ${pollReachableSql('$2::bigint', 'c.poll_id')}
    for update
  ), ${takenWithin(LIMIT)}, changed as (
    ${change}
    returning created_at
  ), raised as (
    update poll_counters c set likes_count = c.likes_count ${step}, version = c.version + 1
    from changed where c.poll_id = $1::bigint
    returning c.*
  ), event as (
    insert into outbox (event_id, subject, payload)
    select $3::uuid, $4::text, $5::text || json_build_object(
      'pollId', p.id, 'authorId', p.author_id, 'userId', $2::bigint, 'likesCount', r.likes_count) || '}'
    from raised r join polls p on p.id = r.poll_id
  )
  select now.*, ${instantSql('changed.created_at')} as changed_at, ${takenColumns(LIMIT)}
  from (
    select * from raised union all select * from tally where not exists (select from raised)
  ) now left join changed on true`;

export const LIKE = changeLike(
  `insert into likes (poll_id, user_id) select t.poll_id, $2::bigint from tally t, taken
    on conflict do nothing`,
  '+ 1',
);

export const UNLIKE = changeLike(
  'delete from likes l using tally t, taken where l.poll_id = t.poll_id and l.user_id = $2::bigint',
  '- 1',
);

/** No row for an unknown poll. */
export interface LikeRow extends TallyRow, TakenWithinRow {
  /** When the like that changed was given, ISO 8601; null when nothing changed. */
  changed_at: string | null;
}
