/**
 * The load generator's process. It takes one run at a time from its parent and answers with what it measured; tokens
 * and requests are ready as bytes before the clock starts.
 */
import { answerParent } from './child.mts';
import { drive, type DriveResult } from './drive.mts';
import { requestBytes, voteBytes } from './raw-http.mts';
import { SessionCookies } from './tokens.mts';

export interface Setup {
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
  /** How many options each vote on it names; one by default. */
  ballots?: 'one' | 'two';
  /** Moves each user to another poll than in any earlier run, so that no vote is a second one. */
  shift?: number;
}

/** A prime step, so that requests that follow one another are scattered over the polls. */
const STEP = 7_919;

let setup: Setup;
let cookies: SessionCookies;

function requestOf({ kind, pollId = 0, ballots = 'one', shift = 0 }: Run, user: number): Buffer {
  const { port, spreadPolls, pagePaths } = setup;
  const cookie = cookies.of(user);
  const scattered = <T,>(list: T[], by = 0) => list[(user * STEP + by) % list.length] as T;
  switch (kind) {
    case 'hot':
      return voteBytes(port, cookie, pollId, user, ballots);
    case 'spread':
      return voteBytes(port, cookie, scattered(spreadPolls, shift), user);
    case 'page':
      return requestBytes(port, cookie, 'GET', scattered(pagePaths));
    case 'first-page':
      return requestBytes(port, cookie, 'GET', '/api/polls');
  }
}

function execute(run: Run): Promise<DriveResult> {
  cookies.renew();
  const requests = Array.from({ length: setup.users }, (_, user) => requestOf(run, user));
  const reads = run.kind === 'page' || run.kind === 'first-page';
  let position = 0;
  const next = () => {
    if (reads && position === requests.length) position = 0;
    return requests[position++] ?? null;
  };
  return drive({ port: setup.port, connections: run.connections, seconds: run.seconds, next });
}

answerParent(async (message: { setup: Setup } | { run: Run }) => {
  if ('run' in message) return execute(message.run);
  setup = message.setup;
  cookies = new SessionCookies(
    Array.from({ length: setup.users }, (_, n) => setup.firstUser + n),
    setup.secret,
  );
  cookies.renew();
  return {};
});
