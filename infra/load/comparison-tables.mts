/**
 * Tables that pgbench writes to: a separate schema in the product's database, copied from the tables of the polls
 * service with their defaults, indexes and storage settings, so that both sides pay for the same rows.
 */
import type { Client } from 'pg';

/** Event of one vote, as long as the product's. */
export const VOTE_EVENT = JSON.stringify({
  id: '00000000-0000-4000-8000-000000000000',
  type: 'polls.votes-counted.v1',
  occurredAt: '2026-01-01T00:00:00.000Z',
  correlationId: '00000000-0000-4000-8000-000000000000',
  data: { polls: [{ pollId: 10_000, authorId: 10_000, count: 1, votesCount: 10_000, version: 10_000 }] },
});

/** @param polls how many tallies, numbered from 1 */
export async function createComparisonTables(database: Client, polls: number) {
  await database.query('drop schema if exists bench cascade');
  await database.query('create schema bench');
  for (const table of ['votes', 'poll_counters', 'outbox']) {
    // A table in partitions has its settings there.
    const { rows } = await database.query(
      `select reloptions from pg_class c left join pg_inherits i on i.inhrelid = c.oid
       where $1::regclass in (c.oid, i.inhparent) and c.relkind = 'r' limit 1`,
      [`polls.${table}`],
    );
    const settings = rows[0].reloptions ? `with (${rows[0].reloptions.join(', ')})` : '';
    await database.query(`create table bench.${table} (like polls.${table} including all) ${settings}`);
  }
  await database.query(
    "insert into bench.poll_counters (poll_id, votes) select n, '{0,0,0}' from generate_series(1, $1::int) n",
    [polls],
  );
  await database.query('vacuum analyze bench.poll_counters');
}

/**
 * Votes, tallies and events of a range of polls.
 * @param last ids
 * @returns votes stored, sum of the totals, sum of the options' counts
 */
export async function countVotes(
  database: Client,
  schema: 'bench' | 'polls',
  first: number,
  last: number,
): Promise<{ rows: number; counted: number; perOption: number }> {
  const { rows } = await database.query(
    `select (select count(*)::int from ${schema}.votes where poll_id between $1 and $2) as rows,
       coalesce(sum(c.votes_count), 0)::int as counted,
       coalesce(sum((select sum(v) from unnest(c.votes) v)), 0)::int as "perOption"
     from ${schema}.poll_counters c where c.poll_id between $1 and $2`,
    [first, last],
  );
  return rows[0];
}

/** @returns the ballots of a ranked or sealed poll */
export async function countBallots(database: Client, pollId: number): Promise<number> {
  const { rows } = await database.query(
    'select coalesce(sum(n), 0)::int as ballots from polls.ballot_counts where poll_id = $1',
    [pollId],
  );
  return rows[0].ballots;
}

/** @returns id of the newest outbox row */
export async function lastEvent(database: Client, schema: 'bench' | 'polls'): Promise<string> {
  const { rows } = await database.query(`select coalesce(max(id), 0) as id from ${schema}.outbox`);
  return rows[0].id;
}

/**
 * How many votes the events since then report.
 * @param after id of an outbox row
 */
export async function votesInEvents(database: Client, schema: 'bench' | 'polls', after: string): Promise<number> {
  const { rows } = await database.query(
    `select coalesce(sum((poll ->> 'count')::int), 0)::int as votes
     from ${schema}.outbox o cross join lateral jsonb_array_elements(o.payload::jsonb -> 'data' -> 'polls') poll
     where o.id > $1 and o.subject = 'polls.votes-counted.v1'`,
    [after],
  );
  return rows[0].votes;
}
