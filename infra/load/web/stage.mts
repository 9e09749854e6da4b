/**
 * What is there before anyone visits: a community with pictures, through the API, and its polls over and over, in bulk.
 */
import { runDemo } from '../../demo/run.mts';
import { insertVoters, signUpAuthor } from '../seed.mts';
import { waitUntilQuiet } from '../quiet.mts';
import type { Parts } from '../run.mts';

const PEOPLE = 10;
const WRITTEN = 40;

/** Someone signed in who looks at all this; `user` as /api/auth/me says it. */
export interface Reader {
  user: { id: number; username: string };
  cookie: () => string;
}

export interface Stage {
  /** Has a session and has voted on nothing. */
  reader: Reader;
  /** A poll with a picture. */
  pictured: number;
  /** The others follow it. */
  firstVoter: number;
}

export async function setStage(
  { product: { origin, secret }, database }: Parts,
  { polls, voters }: { polls: number; voters: number },
): Promise<Stage> {
  await runDemo(['--url', origin, '--people', String(PEOPLE), '--polls', String(WRITTEN)]);
  await waitUntilQuiet(database);
  const { rows: written } = await database.query(
    'select id::int, media is not null as pictured from polls.polls where deleted_at is null order by id',
  );
  await database.query(
    `with copies as (
       insert into polls.polls (author_id, question, options, media, media_info, show_results_before_voting, created_at)
       select p.author_id, p.question || ' ' || chr(8470) || n, p.options, p.media, p.media_info,
         p.show_results_before_voting, now() - make_interval(secs => $1 - n)
       from generate_series(1, $1::int) n join lateral (select * from polls.polls
         where id = ($2::bigint[])[1 + n % cardinality($2::bigint[])]) p on true
       order by n returning id, options
     )
     insert into polls.poll_counters (poll_id, votes, votes_count, version)
     select id, v, (select sum(x) from unnest(v) x), 1
     from copies cross join lateral (select array_agg((o * 7 + id * 3) % 23) as v from generate_series(1,
       cardinality(options)) o) tally`,
    [polls - written.length, written.map(({ id }) => id)],
  );
  const { rows } = await database.query('select max(id)::int as id from polls.polls where media is not null');
  const firstVoter = await insertVoters(database, voters);
  await database.query('vacuum analyze');
  const reader = await signUpAuthor(origin, secret);
  const user = await reader.client.get<Reader['user']>('/api/auth/me');
  await waitUntilQuiet(database);
  return { reader: { user, cookie: reader.cookie }, pictured: rows[0].id, firstVoter };
}
