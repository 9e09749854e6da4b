/** Command line of the benchmark. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FLAG, readCommandLine, TEXT, wholeNumber, wholeNumberOr } from '../local/command-line.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { CONTENDERS, HTTP_CONTENDERS } from './contenders.mts';

const HELP = `npm run bench -- [options]

Compares Inkling's whole path over HTTP with pgbench on the same PostgreSQL. Four more benchmarks run when they are
named:

  --only scale    reads at a thousand, a hundred thousand and a million polls; exit code 2 when they become too slow
  --only sockets  ten thousand WebSockets on one poll: from a vote to the last socket, and memory per socket
  --only web      the application in Chromium, desktop and phone: first paint to long feeds; exit code 2 when a limit
                  is missed
  --only ratios   what blocks and limits cost, as ratios taken in turns; exit code 2 when one is too high

  --rounds N     rounds that count (5; with --quick 1); each runs every contender once, in rotated order
  --seconds S    length of one contender's run (4; with --quick 1)
  --only A,B     only these contenders (names as in the table), or benchmarks
  --sizes A,B    polls at which scale measures, ascending (1000,100000,1000000; with --quick 200,2000)
  --sockets N    sockets that sockets opens (10000; with --quick 300)
  --quick        a smoke run: one short round on little data, no warm-up; its figures mean nothing
  --against DIR  in place of pgbench another checkout of Inkling, installed and built, in turns; ratios over HTTP only
  --strict       exit code 2 when a floor is missed (a count that does not add up is always 1)
  --json PATH    where the figures go (DATA_DIR/bench.json; bench-scale.json, bench-sockets.json, ...)
  --keep         leave the data folder, when it is a temporary one
  --profile DIR  write CPU profiles of the product's processes into DIR
  --help`;

export type Benchmark = 'comparison' | 'against' | 'scale' | 'sockets' | 'web' | 'ratios';
/** Run when they are named. */
const BY_NAME: Benchmark[] = ['scale', 'sockets', 'web', 'ratios'];

const SIZES_MOST = 5;
/** Polls that two pages and all queries need. */
const SIZE_LEAST = 200;
const POLLS_MOST = 5_000_000;
const SOCKETS_MOST = 25_000;

export interface Options {
  quick: boolean;
  strict: boolean;
  keep: boolean;
  rounds: number;
  seconds: number;
  voters: number;
  spreadPolls: number;
  /** Contenders, empty for all. */
  only: string[];
  /** What to run, in this order. */
  benchmarks: Benchmark[];
  /** Polls. */
  sizes: number[];
  sockets: number;
  json: string | undefined;
  /** Folder of the checkout to compare with. */
  against: string | undefined;
  profile: string | undefined;
}

const KNOWN = {
  rounds: TEXT,
  seconds: TEXT,
  only: TEXT,
  sizes: TEXT,
  sockets: TEXT,
  json: TEXT,
  against: TEXT,
  profile: TEXT,
  quick: FLAG,
  strict: FLAG,
  keep: FLAG,
  help: FLAG,
};

/** @throws {LaunchFailure} one line that says what is wrong */
export function parseOptions(args: string[]): Options {
  const { values } = readCommandLine('npm run bench --', { args, options: KNOWN });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const { quick, strict, keep, json, profile } = values;
  const seconds = wholeNumberOr('seconds', values.seconds, quick ? 1 : 4, 60);
  const named = values.only?.split(',') ?? [];
  const only = named.filter((name) => !BY_NAME.some((benchmark) => benchmark === name));
  const byName = BY_NAME.filter((benchmark) => named.includes(benchmark));
  const unknown = only.find((name) => !CONTENDERS.some((contender) => contender.name === name));
  if (unknown !== undefined)
    throw new LaunchFailure(`--only takes ${[...BY_NAME, ...CONTENDERS.map(({ name }) => name)].join(', ')}`);
  const compared = only.length > 0 || byName.length === 0;
  const against = values.against === undefined ? undefined : resolve(values.against);
  const start = against === undefined ? undefined : join(against, 'infra', 'local', 'start.mjs');
  if (start !== undefined && !existsSync(start)) throw new LaunchFailure(`--against: there is no ${start}`);
  if (against !== undefined && only.some((name) => !HTTP_CONTENDERS.some((contender) => contender.name === name)))
    throw new LaunchFailure(`With --against, --only takes ${HTTP_CONTENDERS.map(({ name }) => name).join(', ')}`);
  const benchmarks: Benchmark[] = [
    ...(compared ? [against === undefined ? ('comparison' as const) : ('against' as const)] : []),
    ...byName,
  ];
  if (json !== undefined && benchmarks.length > 1)
    throw new LaunchFailure('--json takes the figures of one benchmark: name one with --only');
  return {
    quick,
    strict,
    keep,
    json,
    against,
    profile,
    rounds: wholeNumberOr('rounds', values.rounds, quick ? 1 : 5, 100),
    seconds,
    // Every request of a run needs another voter: room for 40,000 votes a second.
    voters: seconds * 40_000,
    spreadPolls: quick ? 200 : 10_000,
    only,
    benchmarks,
    sizes: sizes(values.sizes, quick ? [200, 2_000] : [1_000, 100_000, 1_000_000]),
    sockets: wholeNumberOr('sockets', values.sockets, quick ? 300 : 10_000, SOCKETS_MOST),
  };
}

function sizes(given: string | undefined, fallback: number[]) {
  if (given === undefined) return fallback;
  const list = given.split(',').map((size) => wholeNumber('sizes', size, POLLS_MOST));
  const ascending = list.every((size, index) => index === 0 || size > list[index - 1]);
  if (list.length < 2 || list.length > SIZES_MOST || !ascending || list[0] < SIZE_LEAST)
    throw new LaunchFailure(`--sizes takes 2 to ${SIZES_MOST} ascending numbers from ${SIZE_LEAST} on`);
  return list;
}
