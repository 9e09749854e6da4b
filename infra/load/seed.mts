/**
 * Data that the benchmark starts from. Voters, their sessions and the many polls are real rows, inserted in bulk,
 * because signing up that many people through argon2 would measure argon2; author and hot polls come through the API.
 */
import { Client } from '../demo/client.mts';
import { sessionCookie, sessionIdSql, sessionOf } from './tokens.mts';
import type { Client as Database } from 'pg';

const OPTIONS = ['Before breakfast', 'At lunch', 'Late at night'];
const QUESTION = 'When do you get your best thinking done, poll';

/**
 * Accounts with a completed profile, each with a session and its refresh token.
 * @returns the first id; the others follow it
 */
export async function insertVoters(database: Database, count: number): Promise<number> {
  const { rows } = await database.query(
    `with made as (
       insert into auth.accounts (email, email_key, name, username, username_key, has_completed_profile)
       select 'voter-' || n || '@example.org', 'voter-' || n || '@example.org', 'Voter ' || n, 'voter-' || n,
         'voter-' || n, true
       from generate_series(1, $1::int) n returning id
     ), opened as (
       insert into auth.sessions (id, account_id, user_agent) select ${sessionIdSql('id')}, id, 'benchmark' from made
     ), token as (
       insert into auth.refresh_tokens (token_hash, session_id, expires_at)
       select sha256(convert_to('voter-' || id, 'UTF8')), ${sessionIdSql('id')}, now() + interval '1 day' from made
     )
     select min(id)::int as first, max(id)::int as last from made`,
    [count],
  );
  if (rows[0].last - rows[0].first + 1 !== count)
    throw new Error('the voters have no consecutive ids: does someone else use this database?');
  return rows[0].first;
}

/** An account that may create polls. */
export interface Author {
  id: number;
  client: Client;
  /** Of its session, never expired. */
  cookie: () => string;
}

/**
 * Signs up and completes the profile, through the API.
 * @param secret the instance's SESSION_SECRET
 */
export async function signUpAuthor(origin: string, secret: string): Promise<Author> {
  const username = `bench_${Date.now().toString(36)}`;
  const account = { email: `${username}@example.org`, password: crypto.randomUUID() };
  const client = new Client(origin, { signIn: (self) => self.send('POST', '/api/auth/login', account) });
  await client.send('POST', '/api/auth/signup', account);
  await client.send('POST', '/api/users/create-profile', { name: 'Benchmark', username });
  const { userId, sessionId } = sessionOf(client.cookie);
  return { id: userId, client, cookie: () => sessionCookie(userId, secret, sessionId) };
}

/** Kinds of polls, with what they say about their ballots. */
const KINDS = {
  single: {},
  multiple: { method: 'multiple' },
  ranked: { method: 'ranked' },
  sealed: { sealed: true },
} as const;
export type PollKind = keyof typeof KINDS;

/**
 * Creates one poll through the API.
 * @returns its id
 */
export const createPoll = async ({ client }: Author, label: string, kind: PollKind = 'single'): Promise<number> =>
  (await client.send('POST', '/api/polls', { question: `${QUESTION} ${label}?`, options: OPTIONS, ...KINDS[kind] })).id;

/** How many people ask the polls. */
const AUTHORS = 1_000;

/**
 * Inserts polls with their tallies in bulk, and what the events of their creation have other services know.
 * @param firstUser the first of many consecutive ids of people, who ask them in turn
 * @returns ids, ascending
 */
export async function insertPolls(database: Database, firstUser: number, count: number): Promise<number[]> {
  const { rows } = await database.query(
    `with made as (
       insert into polls.polls (author_id, question, options)
         select $1 + n % ${AUTHORS}, $2 || ' ' || n || '?', $3::text[]
         from generate_series(1, $4::int) n returning id, author_id
     ), tallies as (
       insert into polls.poll_counters (poll_id, votes) select id, '{0,0,0}' from made
     ), known as (
       insert into polls.authors (user_id, name, username, version, polls_count)
         select author_id, 'Voter ' || author_id, 'voter-' || author_id, 1, count(*)::int from made group by author_id
     ), announced as (
       insert into notifications.poll_activity (poll_id, author_id, question) select id, author_id, $2 from made
     )
     select id::int from made order by id`,
    [firstUser, QUESTION, OPTIONS, count],
  );
  return rows.map((row) => row.id);
}

/**
 * Paths of feed pages all over the list, found by reading it from the top as a client does.
 * @param count pages at the most
 */
export async function feedPages({ client }: Author, count: number) {
  const paths: string[] = [];
  let path: string | undefined = '/api/polls';
  while (path && paths.length < count) {
    const page: { pagination: { nextCursor: string | null } } = await client.get(path);
    const cursor = page.pagination.nextCursor;
    path = cursor ? `/api/polls?cursor=${cursor}` : undefined;
    if (path) paths.push(path);
  }
  return paths;
}
