/** Polls in bulk, with their tallies, votes, likes, saves, comments, recent activity and search documents. */
import { CONTEXTS, MOODS, SEASONS } from '@inkling/contracts';
import { mulberry32 } from '../../demo/random.mts';
import { takeIds } from './bulk.mts';
import { oneOf, pollTexts, upTo } from './vocabulary.mts';
import type { Connections } from './seeding.mts';
import type { Client } from 'pg';

const BATCH = 5_000;
/** Coprime to every round number of users, so that all of them get their turn. */
const STEP = 7_919;
/** Enough to ask for another one each time. */
const RARE_WORDS = 200;
const SECOND_MS = 1_000;
const MEDIA_INFO = JSON.stringify({
  kind: 'image',
  width: 1600,
  height: 1200,
  thumbhash: 'mBgKFYRrd4iIh3h4d3h3eHiIaQeAd3g=',
  duration: null,
  alt: null,
});

/** Acts on the n-th poll: a few are popular, most are not. */
const votesOf = (n: number) => (n % 1_000 === 0 ? 300 : n % 100 === 0 ? 20 : n % 10 === 0 ? 3 : n % 3 === 0 ? 1 : 0);
const likesOf = (n: number) => (n % 100 === 0 ? 30 : n % 2);
const commentsOf = (n: number) => (n % 100 === 0 ? 10 : n % 10 === 5 ? 1 : 0);

/**
 * As many polls as there are new users, each by one of them, a second apart up to now.
 * @param range `firstUser`: of the new ones; `users`: all, whose ids begin at 1
 * @returns the first one's id; rare words, each in one of them
 */
export async function addPolls(
  connections: Connections,
  { count, firstUser, users }: { count: number; firstUser: number; users: number },
): Promise<{ first: number; rare: string[] }> {
  const { polls, index } = connections;
  const first = await takeIds(polls, 'polls.polls', count);
  const random = mulberry32(first);
  const now = Date.now();
  const rare: Set<string> = new Set();
  let stored = Promise.resolve();
  for (let start = 0; start < count; start += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - start) }, (_, offset) => {
      const n = start + offset;
      const { rare: word, ...texts } = pollTexts(random);
      if (word && rare.size < RARE_WORDS) rare.add(word);
      const most = Math.floor(users / 2);
      return {
        id: first + n,
        authorId: firstUser + ((n * STEP) % count),
        createdAt: new Date(now - (count - n) * SECOND_MS).toISOString(),
        ...texts,
        ...labels(random),
        votes: Math.min(votesOf(n), most),
        likes: Math.min(likesOf(n), most),
        comments: commentsOf(n),
      };
    });
    await Promise.all([insertPolls(polls, batch), stored]);
    stored = index.storePolls(batch);
  }
  await stored;
  return { first, rare: [...rare] };
}

/** What a poll is about, its media and its end. */
function labels(random: () => number) {
  const maybe = (share: number, list: readonly string[]) => (random() < share ? oneOf(random, list) : null);
  return {
    mood: maybe(0.5, MOODS),
    context: maybe(0.5, CONTEXTS),
    seasonality: maybe(0.05, SEASONS),
    media:
      random() < 0.3
        ? `/uploads/${Array.from({ length: 26 }, () => upTo(random, 36).toString(36)).join('')}.webp`
        : null,
    shows: random() < 0.1,
    endsInDays: random() < 0.2 ? 2 + upTo(random, 28) : null,
  };
}

export type PollRow = ReturnType<typeof labels> & {
  id: number;
  authorId: number;
  createdAt: string;
  question: string;
  options: string[];
  topics: string[];
  votes: number;
  likes: number;
  comments: number;
};

async function insertPolls(client: Client, batch: PollRow[]) {
  await client.query(
    `with given as materialized (
       select * from jsonb_to_recordset($1::jsonb) as t (
         id bigint, "authorId" bigint, "createdAt" timestamptz, question text, options text[], topics text[],
         mood text, context text, seasonality text, media text, shows boolean, "endsInDays" int,
         votes int, likes int, comments int
       )
     ), made as (
       insert into polls (id, author_id, question, options, media, media_info, end_date,
         show_results_before_voting, created_at, topics, mood, context, seasonality, classified_version)
       overriding system value
       select id, "authorId", question, options, media, case when media is not null then $2::json end,
         now() + make_interval(days => "endsInDays"), shows, "createdAt", topics, mood, context, seasonality, 1
       from given order by id returning id, end_date
     ), ends as (
       insert into due_ends (poll_id, end_date) select id, end_date from made where end_date is not null
     )
     insert into poll_counters (poll_id, votes, votes_count, likes_count, comments_count, version)
     select g.id, (select array_agg((g.votes - o + n - 1) / n order by o) from generate_series(0, n - 1) o),
       g.votes, g.likes, g.comments, g.votes + g.likes + g.comments
     from given g
     cross join lateral (select cardinality(g.options) as n) as options
     order by g.id`,
    [JSON.stringify(batch), MEDIA_INFO],
  );
}

/**
 * The rows behind the counters. A poll's actors have ids in a row from anywhere on, so that nobody acts on it twice.
 * @param range first and last poll
 */
export async function addActs(client: Client, range: [number, number], users: number) {
  const actor = (shift: number) => `1 + ((hashint8extended(c.poll_id, ${shift}) & x'7fffffff'::bigint) + j) % ${users}`;
  const at = "p.created_at + j * interval '1 second'";
  const from = (count: string) =>
    `from poll_counters c join polls p on p.id = c.poll_id cross join lateral generate_series(1, ${count}) j
     where c.poll_id between $1 and $2`;
  const { VOTE_PARTITION_POLLS } = await import('../../../services/polls/dist/votes/vote-partition-size.js');
  await client.query('select create_vote_partitions($1)', [VOTE_PARTITION_POLLS]);
  // Votes for the options in turn, as the tallies have them.
  await client.query(
    `insert into votes (poll_id, user_id, option_index, created_at)
     select c.poll_id, ${actor(0)}, (j - 1) % cardinality(p.options), ${at} ${from('c.votes_count')}`,
    range,
  );
  await client.query(
    `insert into likes (poll_id, user_id, created_at)
     select c.poll_id, ${actor(31)}, ${at} ${from('c.likes_count')}`,
    range,
  );
  await client.query(
    `insert into saves (poll_id, user_id, created_at)
     select c.poll_id, ${actor(57)}, ${at} ${from('c.likes_count / 2')}`,
    range,
  );
  await client.query(
    `insert into comments (poll_id, user_id, content, created_at)
     select c.poll_id, ${actor(83)}, 'I would say so, and ' || j || ' of my friends as well', ${at}
     ${from('c.comments_count')} order by 4`,
    range,
  );
  const { halfLives, HALF_LIFE_MS } = await import('../../../libs/platform/dist/activity/decay.js');
  await client.query(
    `insert into poll_activity (poll_id, score)
     select c.poll_id,
       $3::float8 + extract(epoch from p.created_at)::float8 * 1000 / $4::float8
         + ln(c.votes_count + c.likes_count) / ln(2)
     from poll_counters c join polls p on p.id = c.poll_id
     where c.poll_id between $1 and $2 and c.votes_count + c.likes_count > 0`,
    [...range, halfLives(new Date(0)), HALF_LIFE_MS],
  );
}
