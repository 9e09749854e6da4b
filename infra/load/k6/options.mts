/** Command line of `npm run load`. */
import { FLAG, readCommandLine, TEXT, wholeNumberOr } from '../../local/command-line.mts';
import { LaunchFailure } from '../../local/failure.mjs';

/**
 * Kinds of load: seconds and virtual users by default, iterations a second where people do not wait for one another,
 * and what is still good: the p95 of answers in milliseconds, and the share of requests that may fail.
 */
export const KINDS = {
  browse: { seconds: 30, vus: 20, rate: 0, p95: 500, failed: 0.001 },
  vote: { seconds: 30, vus: 20, rate: 0, p95: 500, failed: 0.001 },
  mixed: { seconds: 30, vus: 20, rate: 0, p95: 500, failed: 0.001 },
  sockets: { seconds: 30, vus: 500, rate: 0, p95: 500, failed: 0.001 },
  spike: { seconds: 45, vus: 100, rate: 20, p95: 2_000, failed: 0.01 },
  soak: { seconds: 600, vus: 50, rate: 40, p95: 500, failed: 0.001 },
};

const HELP = `npm run load -- [${Object.keys(KINDS).join('|')}] [options]

Loads a running instance with k6, and afterwards compares the votes that were acknowledged with those that are counted.

  browse   reading alone: feed, polls, comments, notifications, search
  vote     votes alone, each of another user and poll
  mixed    what a community does (the default)
  sockets  many people watch one poll while votes come in; --vus is how many sockets
  spike    a steady rate that leaps to ten times
  soak     a steady rate for ten minutes or as long as you say

  --url URL        the instance (http://localhost:8080)
  --duration D     such as 30s, 5m or 2h
  --vus N          virtual users
  --rate N         iterations a second of spike and soak
  --users N        accounts that take part (at least as many as virtual users); they are made once and used again
  --polls N        polls that are made for this run, and deleted after it
  --p95 MS         what the p95 of answers may be
  --keep           leave the polls
  --json PATH      write k6's figures there
  --yes-load-this-host   allows a --url that is not this computer
  --help

Environment: K6 (path of k6), DATA_DIR (.data: the accounts are kept in its folder load).`;

const KNOWN = {
  url: TEXT,
  duration: TEXT,
  vus: TEXT,
  rate: TEXT,
  users: TEXT,
  polls: TEXT,
  p95: TEXT,
  json: TEXT,
  keep: FLAG,
  'yes-load-this-host': FLAG,
  help: FLAG,
};

const VUS_MOST = 5_000;
const SOCKETS_MOST = 20_000;
const USERS_MOST = 2_000;
const POLLS_MOST = 5_000;
const SECONDS_MOST = 24 * 3_600;
/** Accounts that the API gives one address in an hour, less some for its owner. */
const USERS_USUAL = 100;
/** Votes a second that polls are made for. */
const VOTES_PER_SECOND: Record<string, number> = { vote: 5_000, mixed: 1_000 };

export interface LoadOptions {
  kind: keyof typeof KINDS;
  origin: string;
  durationMs: number;
  vus: number;
  rate: number;
  users: number;
  polls: number;
  limits: { p95: number; failed: number };
  keep: boolean;
  json: string | undefined;
  dataDir: string;
}

/** @throws {LaunchFailure} one line that says what is wrong */
export function parseOptions(args: string[], env: NodeJS.ProcessEnv = process.env): LoadOptions {
  const { values, positionals } = readCommandLine('npm run load --', { args, allowPositionals: true, options: KNOWN });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const [kind = 'mixed', ...rest] = positionals;
  if (!(kind in KINDS) || rest.length > 0)
    throw new LaunchFailure(`${[kind, ...rest].join(' ')} is no kind of load; ${Object.keys(KINDS).join(', ')} are.`);
  const usual = KINDS[kind as keyof typeof KINDS];
  const durationMs = values.duration === undefined ? usual.seconds * 1_000 : duration(values.duration);
  const vus = wholeNumberOr('vus', values.vus, usual.vus, kind === 'sockets' ? SOCKETS_MOST : VUS_MOST);
  const rate = wholeNumberOr('rate', values.rate, usual.rate || 1, 100_000);
  const least = kind === 'sockets' ? 2 : vus;
  const users = wholeNumberOr('users', values.users, Math.max(USERS_USUAL, least), USERS_MOST);
  if (users < least) throw new LaunchFailure(`--users must be at least ${least}: every virtual user is somebody.`);
  const perSecond = usual.rate ? rate * (kind === 'spike' ? 5 : 1) : (VOTES_PER_SECOND[kind] ?? 0);
  const polls = wholeNumberOr(
    'polls',
    values.polls,
    Math.min(POLLS_MOST, Math.max(20, Math.ceil((perSecond * durationMs) / 1_000 / users))),
    POLLS_MOST,
  );
  return {
    kind: kind as keyof typeof KINDS,
    origin: address(values.url ?? 'http://localhost:8080', values['yes-load-this-host']),
    durationMs,
    vus,
    rate,
    users,
    polls,
    limits: { p95: wholeNumberOr('p95', values.p95, usual.p95, 60_000), failed: usual.failed },
    keep: values.keep,
    json: values.json,
    dataDir: env.DATA_DIR || '.data',
  };
}

/** Load on somebody else's server is an attack: another computer takes two words, not one. */
export function address(given: string, anyHost: boolean) {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.origin !== given.replace(/\/$/, ''))
    throw new LaunchFailure(`--url ${given}: must be an origin such as http://localhost:8080`);
  if (!anyHost && !isThisComputer(url.hostname))
    throw new LaunchFailure(`${url.host} is another computer. If you may load it, say so: --yes-load-this-host`);
  return url.origin;
}

const isThisComputer = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** @returns milliseconds */
export function duration(given: string): number {
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(given);
  const seconds = parts ? Number(parts[1] ?? 0) * 3_600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : 0;
  if (seconds < 1 || seconds > SECONDS_MOST)
    throw new LaunchFailure(`--duration ${given}: must be such as 30s, 5m or 1h30m, and at most a day`);
  return seconds * 1_000;
}
