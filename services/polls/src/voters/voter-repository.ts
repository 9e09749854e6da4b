import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';

const SHOWN = 'exists (select from poll_counters c where c.poll_id = $1)';

const NEXT = `select v.user_id from votes v where v.poll_id = $1 and v.user_id > $2 and ${SHOWN} order by v.user_id limit $3`;

/** Up to this many voters a draw is from all of them; reading more would cost milliseconds. */
const READ_ALL_MAX = 2_000;
/** Index look-ups per voter asked for: some find the same voter, or the poll's author. */
const SEEKS_PER_VOTER = 4;

const AUTHOR = '(select p.author_id from polls p where p.id = $1)';

/** Votes for other options than the one that leads, of rows with the column `votes`. */
const outsideLead = (rows: string): string => `(select sum(votes) - max(votes) from ${rows})`;

/**
 * Takes the tally as the one of the last draw, if the votes since then suffice. The row makes draws take turns, and the
 * tally and the voters are of one snapshot. A tally older than the last draw's counts fewer votes, and never suffices.
 */
const DRAWN = `
  drawn as (
    insert into voter_draws as d (poll_id, votes)
    select c.poll_id, c.votes from poll_counters c
    where c.poll_id = $1 and ($3::int = 0 or exists (select from voter_draws e where e.poll_id = $1) or ${outsideLead('unnest(c.votes) v(votes)')} > $3::int)
    on conflict (poll_id) do update set votes = excluded.votes
      where $3::int = 0 or ${outsideLead('(select now - before as votes from unnest(excluded.votes, d.votes) as v(now, before)) v')} > $3::int
    returning 1
  )`;

const DRAW_ALL = `
  with ${DRAWN}
  select v.user_id from votes v
  where v.poll_id = $1 and v.user_id <> ${AUTHOR} and exists (select from drawn) order by random() limit $2`;

// Each seek is the first voter at or after a random id between the lowest and the highest: two steps down the primary
// key, however many votes there are.
const DRAW_SEEKING = `
  with ${DRAWN}, edge as materialized (
    select (select v.user_id from votes v where v.poll_id = $1 order by v.user_id limit 1) as low,
      (select v.user_id from votes v where v.poll_id = $1 order by v.user_id desc limit 1) as high
    where exists (select from drawn)
  ), start as materialized (
    select e.low + floor(random() * (e.high - e.low + 1))::bigint as at from edge e cross join generate_series(1, $2::int * ${SEEKS_PER_VOTER})
  ), found as (
    select distinct (select v.user_id from votes v where v.poll_id = $1 and v.user_id >= s.at order by v.user_id limit 1) as user_id from start s
  )
  select f.user_id from found f where f.user_id <> ${AUTHOR} order by random() limit $2`;

/** Who voted, and never what they chose: these statements read only counts per option (ADR 5). */
@Injectable()
export class VoterRepository {
  constructor(private readonly database: Database) {}

  /** Voters of a poll with ids above `after`, in the order of ids. None for a poll that is unknown or deleted. */
  async next(pollId: number, after: number, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ user_id: string }>({
      name: 'voters-next',
      text: NEXT,
      values: [pollId, after, limit],
    });
    return rows.map((row) => Number(row.user_id));
  }

  /**
   * Draws some of a poll's voters without its author, in random order, where the votes since the last draw are spread
   * enough (ADR 5); otherwise nobody. Of a small poll everyone is equally likely; of a large one it is a random draw of
   * ids, so that the first voter after a gap comes up more often.
   * @param outside votes outside the leading option that there must be more of, since the last draw; 0 for no such rule
   */
  async draw(pollId: number, limit: number, outside: number): Promise<number[]> {
    const count = {
      name: 'voters-count',
      text: 'select votes_count from poll_counters where poll_id = $1',
      values: [pollId],
    };
    const [tally] = await this.database.query<{ votes_count: number }>(count);
    if (!tally) return [];
    const all = tally.votes_count <= READ_ALL_MAX;
    const rows = await this.database.query<{ user_id: string }>({
      name: all ? 'voters-draw-all' : 'voters-draw-seeking',
      text: all ? DRAW_ALL : DRAW_SEEKING,
      values: [pollId, limit, outside],
    });
    return rows.map((row) => Number(row.user_id));
  }
}
