/**
 * The load generator's process. It takes one run at a time from its parent and answers with what it measured; tokens
 * and requests are ready as bytes before the clock starts.
 */
import { ACCESS_COOKIE } from '@inkling/contracts';
import { drive } from './drive.mjs';
import { requestBytes } from './raw-http.mjs';
import { accessToken, sessionId } from './tokens.mjs';

/**
 * @typedef {object} Setup
 * @property {string} host
 * @property {number} port
 * @property {string} secret the instance's SESSION_SECRET
 * @property {number} firstUser
 * @property {number} users
 * @property {number[]} spreadPolls ids
 * @property {string[]} pagePaths paths of feed pages that no cache holds
 */
/**
 * @typedef {object} Run
 * @property {'hot' | 'spread' | 'page' | 'first-page'} kind
 * @property {number} connections
 * @property {number} seconds
 * @property {number} [pollId] the hot poll
 * @property {number} [shift] moves each user to another poll than in any earlier run, so that no vote is a second one
 */

/** @type {Setup} */
let setup;
/** @type {string[]} */
let cookies = [];

/** Tokens older than this are replaced before a run, long before they expire. */
const TOKEN_AGE_MAX_MS = 200_000;
let mintedAt = 0;

function mintWhenOld() {
  if (Date.now() - mintedAt < TOKEN_AGE_MAX_MS) return;
  mintedAt = Date.now();
  cookies = Array.from({ length: setup.users }, (_, n) => {
    const userId = setup.firstUser + n;
    return `${ACCESS_COOKIE}=${accessToken({ userId, sessionId: sessionId(userId) }, setup.secret)}`;
  });
}

/** @param {number} user index @param {string} method @param {string} path @param {string} [body] */
const request = (user, method, path, body) =>
  requestBytes({
    method,
    path,
    port: setup.port,
    headers: { Cookie: cookies[user] ?? '', 'Sec-Fetch-Site': 'same-origin' },
    body,
  });

/** @param {Run} run @returns {(user: number) => Buffer} */
function requestOf(run) {
  const { spreadPolls, pagePaths } = setup;
  switch (run.kind) {
    case 'hot':
      return (user) =>
        request(user, 'POST', '/api/votes', JSON.stringify({ pollId: run.pollId, optionIndex: user % 3 }));
    case 'spread':
      return (user) => {
        // A prime step scatters neighbours in time over the polls.
        const pollId = spreadPolls[(user * 7_919 + (run.shift ?? 0)) % spreadPolls.length];
        return request(user, 'POST', '/api/votes', JSON.stringify({ pollId, optionIndex: user % 3 }));
      };
    case 'page':
      return (user) => request(user, 'GET', pagePaths[(user * 7_919) % pagePaths.length] ?? '/api/polls');
    case 'first-page':
      return (user) => request(user, 'GET', '/api/polls');
  }
}

/** @param {Run} run */
function execute(run) {
  mintWhenOld();
  const bytes = Array.from({ length: setup.users }, (_, user) => requestOf(run)(user));
  const reads = run.kind === 'page' || run.kind === 'first-page';
  let position = 0;
  const next = () => {
    if (position === bytes.length) {
      if (!reads) return null;
      position = 0;
    }
    return bytes[position++] ?? null;
  };
  return drive({ host: setup.host, port: setup.port, connections: run.connections, seconds: run.seconds, next });
}

/** @param {{ setup?: Setup, run?: Run }} message @returns {Promise<object>} the answer to the parent */
async function answer({ setup: wanted, run }) {
  try {
    if (run) return { result: await execute(run) };
    if (wanted) setup = wanted;
    mintWhenOld();
    return {};
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (/** @type {{ setup?: Setup, run?: Run }} */ message) => {
  void answer(message).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
