import { takenColumns, takenWithin, type TakenWithinRow } from '@inkling/platform';
import type { TallyRow } from '../live/live-tallies.js';
import { pollReachableSql } from '../audience/poll-audience.sql.js';
import { instantSql } from '../poll-text/poll-text.sql.js';

const LIMIT = { user: '$2::bigint', possible: 'tally', first: 6 };

/**
 * Changes a like, the poll's count and the outbox in one statement: one round trip per like, and the count cannot
 * differ from the rows. The tally is locked first, as for votes, so a deleted poll takes no like. To a user who does
 * not see the poll it is unknown, except where the user's account is deleted.
 *
 * `$1` poll, `$2` user, `$3` event id, `$4` subject, `$5` the event's envelope up to its data; for an act that the
 * person's limit counts, which the statement does as well, `$6` to `$8` the limit.
 * @param change from the CTE that it is given
 */
const changeLike = (change: (from: string) => string, step: '+ 1' | '- 1', { limited }: { limited: boolean }) => `
  with tally as materialized (
    select c.* from poll_counters c
    where c.poll_id = $1::bigint${limited ? ` and ${pollReachableSql('$2::bigint', 'c.poll_id')}` : ''}
    for update
  ), ${limited ? `${takenWithin(LIMIT)}, ` : ''}changed as (
    ${change(limited ? 'tally t, taken' : 'tally t')}
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
  select now.*, ${instantSql('changed.created_at')} as changed_at${limited ? `, ${takenColumns(LIMIT)}` : ''}
  from (
    select * from raised union all select * from tally where not exists (select from raised)
  ) now left join changed on true`;

const remove = (from: string): string =>
  `delete from likes l using ${from} where l.poll_id = t.poll_id and l.user_id = $2::bigint`;

export const LIKE = changeLike(
  (from) => `insert into likes (poll_id, user_id) select t.poll_id, $2::bigint from ${from}
    on conflict do nothing`,
  '+ 1',
  { limited: true },
);
export const UNLIKE = changeLike(remove, '- 1', { limited: true });
/** For a person whose account is deleted; no limit is counted. */
export const UNLIKE_FOR_PURGE = changeLike(remove, '- 1', { limited: false });

/** No row for an unknown poll. */
export interface ChangedLikeRow extends TallyRow {
  /** When the like that changed was given, ISO 8601; null when nothing changed. */
  changed_at: string | null;
}
export interface LikeRow extends ChangedLikeRow, TakenWithinRow {}
