/**
 * Data that the benchmark starts from. Voters, their sessions and the many polls are real rows, inserted in bulk,
 * because signing up that many people through argon2 would measure argon2; author and hot polls come through the API.
 */
import { ACCESS_COOKIE } from '@inkling/contracts';
import { accessToken, sessionIdSql, sessionOf } from './tokens.mts';
import type { Client } from 'pg';

const OPTIONS = ['Before breakfast', 'At lunch', 'Late at night'];
const QUESTION = 'When do you get your best thinking done, poll';

/**
 * Accounts with a completed profile, each with a session and its refresh token.
 * @returns the first id; the others follow it
 */
export async function insertVoters(database: Client, count: number): Promise<number> {
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
  /** Of its session, never expired. */
  cookie: () => string;
}

/**
 * Signs up and completes the profile, through the API.
 * @param secret the instance's SESSION_SECRET
 */
export async function signUpAuthor(origin: string, secret: string): Promise<Author> {
  const name = `bench-${Date.now().toString(36)}`;
  const signedUp = await post(origin, '/api/auth/signup', {
    email: `${name}@example.org`,
    password: crypto.randomUUID(),
  });
  const completed = await post(
    origin,
    '/api/users/create-profile',
    { name: 'Benchmark', username: name.replace('-', '_') },
    cookieOf(signedUp),
  );
  const session = sessionOf(cookieOf(completed).slice(ACCESS_COOKIE.length + 1));
  return { id: session.userId, cookie: () => `${ACCESS_COOKIE}=${accessToken(session, secret)}` };
}

/**
 * Creates one poll through the API.
 * @returns its id
 */
export async function createPoll(origin: string, author: Author, label: string): Promise<number> {
  const created = await post(
    origin,
    '/api/polls',
    { question: `${QUESTION} ${label}?`, options: OPTIONS },
    author.cookie(),
  );
  return (await created.json()).id;
}

/**
 * Inserts polls with their tallies in bulk, and what the event of their creation has the notifications service know.
 * @param authorId who has created a poll before
 * @returns ids, ascending
 */
export async function insertPolls(database: Client, authorId: number, count: number): Promise<number[]> {
  const { rows } = await database.query(
    `with made as (
       insert into polls.polls (author_id, question, options) select $1, $2 || ' ' || n || '?', $3::text[]
         from generate_series(1, $4::int) n returning id
     ), tallies as (
       insert into polls.poll_counters (poll_id, votes) select id, '{0,0,0}' from made
     ), announced as (
       insert into notifications.poll_activity (poll_id, author_id, question) select id, $1, $2 from made
     )
     select id::int from made order by id`,
    [authorId, QUESTION, OPTIONS, count],
  );
  return rows.map((row) => row.id);
}

/**
 * Paths of feed pages all over the list, found by reading it from the top as a client does.
 * @param count pages at the most
 */
export async function feedPages(origin: string, cookie: string, count: number) {
  const paths: string[] = [];
  let cursor: string | null = null;
  do {
    const path: string = cursor ? `/api/polls?cursor=${cursor}` : '/api/polls';
    const response: Response = await fetch(origin + path, { headers: { cookie } });
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    cursor = (await response.json()).pagination.nextCursor;
    if (cursor) paths.push(`/api/polls?cursor=${cursor}`);
  } while (cursor && paths.length < count);
  return paths;
}

async function post(origin: string, path: string, body: object, cookie: string = '') {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return response;
}

function cookieOf(response: Response) {
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith(`${ACCESS_COOKIE}=`));
  if (!cookie) throw new Error(`${response.url} set no cookie ${ACCESS_COOKIE}`);
  return cookie.split(';')[0] ?? '';
}
