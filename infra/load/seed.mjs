/**
 * Data that the benchmark starts from. Voters, their sessions and the many polls are real rows, inserted in bulk,
 * because signing up that many people through argon2 would measure argon2; author and hot polls come through the API.
 */
import { ACCESS_COOKIE } from '@inkling/contracts';
import { accessToken, sessionIdSql, sessionOf } from './tokens.mjs';

const OPTIONS = ['Before breakfast', 'At lunch', 'Late at night'];
const QUESTION = 'When do you get your best thinking done, poll';

/**
 * Accounts with a completed profile, each with a session and its refresh token.
 * @param {import('pg').Client} database
 * @param {number} count
 * @returns {Promise<number>} the first id; the others follow it
 */
export async function insertVoters(database, count) {
  const { rows } = await database.query(
    `with made as (
       insert into auth.accounts (email, email_key, name, username, username_key, has_completed_profile)
       select 'voter-' || n || '@example.org', 'voter-' || n || '@example.org', 'Voter ' || n, 'voter-' || n, 'voter-' || n, true
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

/**
 * @typedef {object} Author an account that may create polls
 * @property {number} id
 * @property {() => string} cookie of its session, never expired
 */

/**
 * Signs up and completes the profile, through the API.
 * @param {string} origin
 * @param {string} secret the instance's SESSION_SECRET
 * @returns {Promise<Author>}
 */
export async function signUpAuthor(origin, secret) {
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
 * @param {string} origin
 * @param {Author} author
 * @param {string} label
 * @returns {Promise<number>} its id
 */
export async function createPoll(origin, author, label) {
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
 * @param {import('pg').Client} database
 * @param {number} authorId who has created a poll before
 * @param {number} count
 * @returns {Promise<number[]>} ids, ascending
 */
export async function insertPolls(database, authorId, count) {
  const { rows } = await database.query(
    `with made as (
       insert into polls.polls (author_id, question, options) select $1, $2 || ' ' || n || '?', $3::text[] from generate_series(1, $4::int) n returning id
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
 * @param {string} origin
 * @param {string} cookie
 * @param {number} count pages at the most
 */
export async function feedPages(origin, cookie, count) {
  /** @type {string[]} */
  const paths = [];
  /** @type {string | null} */
  let cursor = null;
  do {
    const path = cursor ? `/api/polls?cursor=${cursor}` : '/api/polls';
    const response = await fetch(origin + path, { headers: { cookie } });
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    cursor = (await response.json()).pagination.nextCursor;
    if (cursor) paths.push(`/api/polls?cursor=${cursor}`);
  } while (cursor && paths.length < count);
  return paths;
}

/** @param {string} origin @param {string} path @param {object} body @param {string} [cookie] */
async function post(origin, path, body, cookie = '') {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** @param {Response} response */
function cookieOf(response) {
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith(`${ACCESS_COOKIE}=`));
  if (!cookie) throw new Error(`${response.url} set no cookie ${ACCESS_COOKIE}`);
  return cookie.split(';')[0] ?? '';
}
