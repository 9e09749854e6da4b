/**
 * The load generator's process. It takes one run at a time from its parent and answers with what it measured; tokens
 * and requests are ready as bytes before the clock starts.
 */
import { ACCESS_COOKIE } from '@inkling/contracts';
import { drive } from './drive.mts';
import { requestBytes } from './raw-http.mts';
import { accessToken, sessionId } from './tokens.mts';

export interface Setup {
  host: string;
  port: number;
  /** The instance's SESSION_SECRET. */
  secret: string;
  firstUser: number;
  users: number;
  /** Ids. */
  spreadPolls: number[];
  /** Paths of feed pages that no cache holds. */
  pagePaths: string[];
}
export interface Run {
  kind: 'hot' | 'spread' | 'page' | 'first-page';
  connections: number;
  seconds: number;
  /** The hot poll. */
  pollId?: number;
  /** Moves each user to another poll than in any earlier run, so that no vote is a second one. */
  shift?: number;
}

let setup: Setup;
let cookies: string[] = [];

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

/** @param user index */
const request = (user: number, method: string, path: string, body?: string) =>
  requestBytes({
    method,
    path,
    port: setup.port,
    headers: { Cookie: cookies[user] ?? '', 'Sec-Fetch-Site': 'same-origin' },
    body,
  });

function requestOf(run: Run): (user: number) => Buffer {
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

function execute(run: Run) {
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

/** @returns the answer to the parent */
async function answer({ setup: wanted, run }: { setup?: Setup; run?: Run }): Promise<object> {
  try {
    if (run) return { result: await execute(run) };
    if (wanted) setup = wanted;
    mintWhenOld();
    return {};
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (message: { setup?: Setup; run?: Run }) => {
  void answer(message).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
