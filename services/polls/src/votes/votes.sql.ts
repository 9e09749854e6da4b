import { POLL_OPTIONS_MAX, votesCounted } from '@inkling/contracts';
import { apartSql } from '../hidden/hidden.sql.js';
import type { TallyRow } from '../live/live-tallies.js';
import { pollTextSql } from '../poll-text/poll-text.sql.js';

/** The positions that an option can have, 0 to 5. */
export const OPTION_POSITIONS = Array.from({ length: POLL_OPTIONS_MAX }, (_, index) => index);

/** For each option, its votes among the rows of `votes` at hand, as `n0` to `n5`. */
export const countPerOption = (column: string): string =>
  OPTION_POSITIONS.map((option) => `count(*) filter (where ${column} = ${option})::int as n${option}`).join(
    ',\n      ',
  );

/**
 * Records a batch of votes, raises the tallies and writes the event in one statement, and so in one commit. It is raw
 * SQL because its speed is the speed of voting: one round trip and one flush to disk per batch.
 *
 * `$1..$3` columns of the votes (poll, user, option), sorted by poll and user; `$4`, `$5` the distinct polls in the
 * same order and the number of votes for each; `$6` event id; `$7` the event's envelope up to its data.
 *
 * `tally` locks the tallies first, in key order. Concurrent batches that share a poll therefore queue up and cannot
 * deadlock, and a deleted poll drops out because its tally is gone. All other parts work on the locked rows. A poll
 * that has ended by the database's clock, or that lacks the option, takes no vote. `apart` are the votes of users from
 * whom a block separates the poll's author; to them the poll is unknown.
 *
 * `event` leaves out unlisted polls, which no event has announced.
 */
export const RECORD_VOTES = `
  with tally as materialized (
    select c.poll_id, cardinality(c.votes) as options, p.author_id, p.unlisted,
      coalesce(p.end_date <= now(), false) as ended
    from poll_counters c join polls p on p.id = c.poll_id
    where c.poll_id = any($4::bigint[]) and p.deleted_at is null
    order by c.poll_id
    for update of c
  ), apart as materialized (
    select b.poll_id, b.user_id
    from unnest($1::bigint[], $2::bigint[]) as b(poll_id, user_id) join tally t on t.poll_id = b.poll_id
    where ${apartSql('b.user_id', 't.author_id')}
  ), counted as (
    insert into votes (poll_id, user_id, option_index)
    select b.poll_id, b.user_id, b.option_index
    from unnest($1::bigint[], $2::bigint[], $3::smallint[]) as b(poll_id, user_id, option_index)
      join tally t on t.poll_id = b.poll_id
    where not t.ended and b.option_index < t.options
      and not exists (select from apart a where a.poll_id = b.poll_id and a.user_id = b.user_id)
    on conflict do nothing
    returning poll_id, user_id, option_index
  ), delta as materialized (
    select poll_id, count(*)::int as counted, array_agg(user_id) as voters,
      ${countPerOption('option_index')}
    from counted group by poll_id
  ), raised as (
    update poll_counters c
    set votes = (array[
        ${OPTION_POSITIONS.map((option) => `c.votes[${option + 1}] + d.n${option}`).join(', ')}
      ])[1:cardinality(c.votes)],
      votes_count = c.votes_count + d.counted, version = c.version + 1
    from delta d where c.poll_id = d.poll_id
    returning c.poll_id, d.counted, d.voters, c.votes, c.votes_count, c.likes_count, c.comments_count,
      c.abstentions_count, c.counted_votes, c.version
  ), event as (
    insert into outbox (event_id, subject, payload)
    select $6::uuid, '${votesCounted.type}', $7::text || '{"polls":[' || string_agg(concat(
      '{"pollId":', r.poll_id,
      ',"authorId":', t.author_id,
      ',"count":', r.counted,
      ',"others":', r.counted - (t.author_id = any(r.voters))::int,
      ',"votesCount":', r.votes_count,
      ',"version":', r.version, '}'), ',') || ']}}'
    from raised r join tally t on t.poll_id = r.poll_id
    where not t.unlisted
    having count(*) > 0
  )
  select asked.poll_id, t.options, t.ended,
    c.counted, c.votes, c.votes_count, c.likes_count, c.comments_count, c.abstentions_count, c.counted_votes, c.version,
    case when c.counted <> asked.votes then c.voters end as voters,
    case when c.poll_id is not null then (
      select ${pollTextSql('true')}
      from polls p left join authors w on w.user_id = p.author_id where p.id = c.poll_id
    ) end as text,
    array(select l.user_id from likes l where l.poll_id = c.poll_id and l.user_id = any(c.voters)) as likers,
    array(select s.user_id from saves s where s.poll_id = c.poll_id and s.user_id = any(c.voters)) as savers,
    array(select a.user_id from apart a where a.poll_id = asked.poll_id) as apart
  from unnest($4::bigint[], $5::int[]) as asked(poll_id, votes)
    left join tally t on t.poll_id = asked.poll_id
    left join raised c on c.poll_id = asked.poll_id`;

/** The result of RECORD_VOTES for one of the distinct polls. */
export interface RecordedPoll extends TallyRow {
  /** Null for an unknown poll. */
  options: number | null;
  ended: boolean | null;
  /** Null when no vote was counted; the tally and `text` are null then, too. */
  counted: number | null;
  /** The users whose vote was counted; null when all votes were. */
  voters: number[] | null;
  text: string | null;
  likers: number[];
  savers: number[];
  /** Users to whom the poll is unknown, by a block. */
  apart: number[];
}

/**
 * The earlier choices of voters whose second vote was refused: `$1`, `$2` columns of polls and users. It is a second
 * statement because it needs a newer snapshot: the first vote may have been committed after RECORD_VOTES took its own.
 */
export const EARLIER_CHOICES = `
  select a.poll_id, a.user_id,
    (select v.option_index::int from votes v where v.poll_id = a.poll_id and v.user_id = a.user_id) as choice
  from unnest($1::bigint[], $2::bigint[]) as a(poll_id, user_id)`;

export interface EarlierChoice {
  poll_id: number;
  user_id: number;
  choice: number | null;
}
