import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';

const SHOWN = 'exists (select from poll_counters c where c.poll_id = $1)';

const NEXT = `select v.user_id from votes v where v.poll_id = $1 and v.user_id > $2 and ${SHOWN} order by v.user_id limit $3`;

/** Up to this many voters a sample is drawn from all of them; reading more would cost milliseconds. */
const READ_ALL_MAX = 2_000;
/** Index look-ups per voter asked for: some find the same voter, or the poll's author. */
const SEEKS_PER_VOTER = 4;

const AUTHOR = '(select p.author_id from polls p where p.id = $1)';

const SAMPLE_ALL = `select v.user_id from votes v where v.poll_id = $1 and v.user_id <> ${AUTHOR} and ${SHOWN} order by random() limit $2`;

// Each seek is the first voter at or after a random id between the lowest and the highest: two steps down the primary key,
// however many votes there are.
const SAMPLE_SEEKING = `
  with edge as materialized (
    select (select v.user_id from votes v where v.poll_id = $1 order by v.user_id limit 1) as low,
      (select v.user_id from votes v where v.poll_id = $1 order by v.user_id desc limit 1) as high
  ), start as materialized (
    select e.low + floor(random() * (e.high - e.low + 1))::bigint as at from edge e cross join generate_series(1, $2::int * ${SEEKS_PER_VOTER})
  ), found as (
    select distinct (select v.user_id from votes v where v.poll_id = $1 and v.user_id >= s.at order by v.user_id limit 1) as user_id from start s
  )
  select f.user_id from found f where f.user_id <> ${AUTHOR} and ${SHOWN} order by random() limit $2`;

/** Who voted, and never what they chose: these statements do not read it (decisions, Anonymity). */
@Injectable()
export class VoterRepository {
  constructor(private readonly database: Database) {}

  /** Voters of a poll with ids above `after`, in the order of ids. None for a poll that is unknown or deleted. */
  async next(pollId: number, after: number, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ user_id: string }>({ name: 'voters-next', text: NEXT, values: [pollId, after, limit] });
    return rows.map((row) => Number(row.user_id));
  }

  /**
   * Some of a poll's voters without its author, in random order. Of a small poll everyone is equally likely; of a large
   * one it is a random draw of ids, so that the first voter after a gap comes up more often.
   */
  async sample(pollId: number, limit: number): Promise<number[]> {
    const [tally] = await this.database.query<{ votes_count: number }>({ name: 'voters-count', text: 'select votes_count from poll_counters where poll_id = $1', values: [pollId] });
    if (!tally) return [];
    const all = tally.votes_count <= READ_ALL_MAX;
    const rows = await this.database.query<{ user_id: string }>({ name: all ? 'voters-sample-all' : 'voters-sample-seeking', text: all ? SAMPLE_ALL : SAMPLE_SEEKING, values: [pollId, limit] });
    return rows.map((row) => Number(row.user_id));
  }
}
