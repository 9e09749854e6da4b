/**
 * The cost of blocks and limits for ordinary people: the first page of somebody who has blocked many, the limits of
 * likes and comments, and an account that tries without end. Each is a ratio of medians that were taken in turns, so
 * other load on the computer affects both.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { table } from '../report.mts';
import { insertVoters, signUpAuthor } from '../seed.mts';
import { median } from '../statistics.mts';
import { sessionCookie } from '../tokens.mts';
import type { Options } from '../options.mts';
import type { Outcome, Parts } from '../run.mts';
import { measureAttacks } from './attack.mts';
import { limitedStatements, type Statement } from './statements.mts';

const PEOPLE = 1_000;
const BLOCKS = 500;
/** Authors of the newest ten polls who are among the blocked. */
const HIDDEN_NEWEST = 3;
const QUESTION = 'What do you call the last slice of bread';
const OPTIONS = ['The heel', 'The end'];

interface Pair {
  name: string;
  bound: number;
  plain: () => Promise<unknown>;
  other: () => Promise<unknown>;
}

interface Measured {
  name: string;
  bound: number;
  plainMs: number;
  otherMs: number;
  ratio: number;
}

/** @returns a problem when a page is not what its reader must see */
export async function measureRatios(
  { product, database }: Parts,
  options: Options,
): Promise<Outcome & { measured: Measured[] }> {
  const { port, secret, origin } = product;
  await signUpAuthor(origin, secret);
  const first = await insertVoters(database, PEOPLE);
  const [free, blocker] = [first, first + 1];
  const authors = Array.from({ length: BLOCKS * 1.5 }, (_, index) => first + 2 + index);
  const newest = await insertPollsOf(database, authors);
  const hidden = [...authors.slice(0, BLOCKS - HIDDEN_NEWEST), ...authors.slice(-10).slice(0, HIDDEN_NEWEST)];
  await database.query(
    `with filter as (insert into polls.viewer_filters (viewer_id) values ($1))
     insert into polls.hidden_users (viewer_id, user_id, blocks, blocks_version)
     select $1, id, true, 1 from unnest($2::bigint[]) as b (id)`,
    [blocker, hidden],
  );
  await database.query('vacuum analyze polls.hidden_users, polls.polls, polls.poll_counters, polls.authors');
  const page = async (userId: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/polls`, {
      headers: { cookie: sessionCookie(userId, secret) },
    });
    const { polls } = (await answer.json()) as { polls: { userId: number }[] };
    return polls.map((poll) => poll.userId);
  };
  const problems: string[] = [];
  const [seen, own] = [await page(free), await page(blocker)];
  if (seen.length !== 10 || own.length !== 10) problems.push(`pages of ${seen.length} and ${own.length} polls`);
  if (own.some((id) => hidden.includes(id))) problems.push('a blocked author is on the page of who blocked them');
  if (!seen.some((id) => hidden.includes(id)))
    problems.push('nobody on the first page is blocked: nothing is measured');
  const pairs: Pair[] = [
    {
      name: `first page with ${BLOCKS} blocks, over one without`,
      bound: 1.5,
      plain: () => page(free),
      other: () => page(blocker),
    },
    ...(await limitedStatements()).map(({ name, limited, unlimited }): Pair => {
      const run = ({ text, values }: Statement) => {
        // Different polls and people: each act changes something.
        const [pollId, userId] = [pick(newest), pick(authors)];
        return database.query({ name: `${name} ${text.length}`, text, values: values(pollId, userId, randomUUID()) });
      };
      return {
        name: `${name} with its limit, over one without`,
        bound: 1.2,
        plain: () => run(unlimited),
        other: () => run(limited),
      };
    }),
  ];
  await database.query('set search_path = polls, public');
  const measured: Measured[] = [];
  for (const pair of pairs) measured.push(await measure(pair, options));
  await database.query('reset search_path');
  const attack = await measureAttacks(
    { port, secret, polls: newest },
    {
      attackers: Array.from({ length: 10 }, (_, index) => first + 2 + authors.length + index),
      honest: authors.slice(0, BLOCKS),
    },
    options,
  );
  problems.push(...attack.problems);
  for (const { name, passed, refused, ...times } of attack.attacked)
    measured.push({
      name: `${name} beside 4,000 attempts a minute, ${passed} of which passed and ${refused} did not`,
      bound: 1.2,
      ...times,
    });
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  const rows = measured.map(({ name, plainMs, otherMs, ratio, bound }) => [
    name,
    plainMs.toFixed(2),
    otherMs.toFixed(2),
    ratio.toFixed(2),
    String(bound),
  ]);
  console.log(`\n${table(['ratio of medians', 'without ms', 'with ms', 'ratio', 'at most'], rows, [0])}`);
  return { problems, missed: measured.some(({ ratio, bound }) => ratio > bound), measured };
}

/** The median over rounds, each of which takes both sides in turns. */
async function measure({ name, bound, plain, other }: Pair, { rounds, seconds, quick }: Options): Promise<Measured> {
  const times = { plain: [] as number[], other: [] as number[], ratio: [] as number[] };
  for (let round = quick ? 0 : -1; round < rounds; round += 1) {
    const [a, b]: number[][] = [[], []];
    const until = performance.now() + seconds * 1_000;
    for (let turn = 0; performance.now() < until; turn += 1) {
      const sides = [() => timed(plain, a), () => timed(other, b)];
      for (const side of turn % 2 ? sides.reverse() : sides) await side();
    }
    // The first round warms up.
    if (round < 0) continue;
    times.plain.push(median(a));
    times.other.push(median(b));
    times.ratio.push(median(b) / median(a));
  }
  return { name, bound, plainMs: median(times.plain), otherMs: median(times.other), ratio: median(times.ratio) };
}

async function timed(work: () => Promise<unknown>, into: number[]) {
  const since = performance.now();
  await work();
  into.push(performance.now() - since);
}

const pick = <T,>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)];

/** A poll of each author, in their order, and what its event has notifications know. @returns ids */
async function insertPollsOf(database: Client, authors: readonly number[]): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `with known as (
       insert into polls.authors (user_id, name, username, version)
       select id, 'Voter ' || id, 'voter-' || id, 1 from unnest($1::bigint[]) as a (id) on conflict do nothing
     ), made as (
       insert into polls.polls (author_id, question, options)
       select id, $2 || ' ' || id || '?', $3::text[] from unnest($1::bigint[]) with ordinality as a (id, place)
       order by place returning id, author_id, question
     ), tallies as (
       insert into polls.poll_counters (poll_id, votes) select id, '{0,0}' from made
     ), announced as (
       insert into notifications.poll_activity (poll_id, author_id, question) select id, author_id, question from made
     )
     select id::int from made order by id`,
    [authors, QUESTION, OPTIONS],
  );
  return rows.map(({ id }) => id);
}
