import { hiddenSql } from '../hidden/hidden.sql.js';

/** Index look-ups per requested voter: some find the same voter, or the poll's author. */
const SEEKS_PER_VOTER = 4;

export interface VoterRow {
  user_id: number;
}

// Votes of deleted people have a negative number instead of an id, and abstentions a negative choice; nobody can be
// drawn for them.
const AUTHOR = '(select p.author_id from polls p where p.id = $1)';
/** A notification may name this voter to the author: they are two users, and the author sees the voter. */
const nameable = (voter: string): string => `${voter} <> ${AUTHOR} and ${hiddenSql(AUTHOR, voter)} is null`;

/** Votes outside the leading option, for rows with the column `votes`. */
const outsideLead = (rows: string): string => `(select sum(votes) - max(votes) from ${rows})`;

/**
 * Stores the tally as the one of the last draw, if more than `$3` votes since then are outside the lead. The row
 * serializes draws, and the tally and the voters belong to one snapshot. A tally that is older than the stored one
 * counts fewer votes and never suffices.
 */
const DRAWN = `
  drawn as (
    insert into voter_draws as d (poll_id, votes)
    select c.poll_id, c.votes from poll_counters c
    where c.poll_id = $1 and (
      $3::int = 0
      or exists (select from voter_draws e where e.poll_id = $1)
      or ${outsideLead('unnest(c.votes) v(votes)')} > $3::int
    )
    on conflict (poll_id) do update set votes = excluded.votes
      where $3::int = 0 or ${outsideLead(
        '(select now - before as votes from unnest(excluded.votes, d.votes) as v(now, before)) v',
      )} > $3::int
    returning 1
  )`;

/** Draws at most `$2` voters of the poll `$1` from all its voters. SQL, because one snapshot must serve both parts. */
export const DRAW_FROM_ALL = `
  with ${DRAWN}
  select v.user_id from votes v
  where v.poll_id = $1 and v.user_id > 0 and v.option_index >= 0 and ${nameable('v.user_id')} and exists (select from drawn)
  order by random() limit $2`;

/**
 * Draws likewise, without reading all voters. Each seek finds the first voter at or after a random id between the
 * lowest and the highest: two steps down the primary key, however many votes there are.
 */
export const DRAW_BY_SEEKING = `
  with ${DRAWN}, edge as materialized (
    select
      (select v.user_id from votes v where v.poll_id = $1 and v.user_id > 0 and v.option_index >= 0 order by v.user_id limit 1) as low,
      (select v.user_id from votes v where v.poll_id = $1 and v.user_id > 0 and v.option_index >= 0 order by v.user_id desc limit 1) as high
    where exists (select from drawn)
  ), start as materialized (
    select e.low + floor(random() * (e.high - e.low + 1))::bigint as at
    from edge e cross join generate_series(1, $2::int * ${SEEKS_PER_VOTER})
  ), found as (
    select distinct (
      select v.user_id from votes v where v.poll_id = $1 and v.user_id >= s.at and v.option_index >= 0
      order by v.user_id limit 1
    ) as user_id
    from start s
  )
  select f.user_id from found f where ${nameable('f.user_id')} order by random() limit $2`;
