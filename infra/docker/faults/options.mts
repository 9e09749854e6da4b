/** Command line of the fault proof. */
import { FLAG, readCommandLine, TEXT, wholeNumberOr } from '../../local/command-line.mts';
import { LaunchFailure } from '../../local/failure.mjs';

/** What can be stopped, in this order. */
export const PARTS = [
  'auth',
  'polls',
  'social',
  'notifications',
  'search',
  'insights',
  'community',
  'gateway',
  's3',
  'nats',
  'postgres',
];
/** Further proofs: replicas replaced one by one, and what a second one adds. */
export const PROOFS = ['rolling', 'replicas'];

const HELP = `node infra/docker/faults/faults.mjs --compose [options]

With k6's load on a running compose project: stops each part and starts it again, replaces two replicas of gateway and
polls one by one, and measures what a second replica adds; then checks that nothing was lost. Only for a test
installation: it disturbs users, and creates accounts and polls.

  --only A,B        of ${[...PARTS, ...PROOFS].join(', ')}
  --kill            end parts as a crash would (SIGKILL), not as an operator does
  --project NAME    compose project (inkling)
  --env-file PATH   the project's variables (those that it was started with)
  --url URL         where nginx is (asked of the engine)
  --rate N          iterations a second (40)
  --users N         accounts that take part (60)
  --rounds N        rounds of replicas (2)
  --keep            leave the polls
  --json PATH       write the figures there
  --help

Environment: K6 (path of k6), DATA_DIR (.data).`;

const KNOWN = {
  compose: FLAG,
  only: TEXT,
  kill: FLAG,
  keep: FLAG,
  project: TEXT,
  'env-file': TEXT,
  url: TEXT,
  rate: TEXT,
  users: TEXT,
  rounds: TEXT,
  json: TEXT,
  help: FLAG,
};

export interface FaultOptions {
  only: string[];
  kill: boolean;
  keep: boolean;
  project: string;
  envFile: string | undefined;
  url: string | undefined;
  rate: number;
  users: number;
  rounds: number;
  json: string | undefined;
  dataDir: string;
}

/** @throws {LaunchFailure} what is wrong, in one line */
export function parseOptions(args: string[], env: NodeJS.ProcessEnv = process.env): FaultOptions {
  const { values } = readCommandLine('node infra/docker/faults/faults.mjs', { args, options: KNOWN });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  if (!values.compose)
    throw new LaunchFailure('This stops parts of a running installation: say --compose to confirm it. See --help.');
  const only = values.only?.split(',') ?? [...PARTS, ...PROOFS];
  const unknown = only.find((name) => ![...PARTS, ...PROOFS].includes(name));
  if (unknown !== undefined) throw new LaunchFailure(`--only takes ${[...PARTS, ...PROOFS].join(', ')}`);
  return {
    only,
    kill: values.kill,
    keep: values.keep,
    project: values.project ?? 'inkling',
    envFile: values['env-file'],
    url: values.url,
    rate: wholeNumberOr('rate', values.rate, 40, 1_000),
    users: wholeNumberOr('users', values.users, 60, 1_000),
    rounds: wholeNumberOr('rounds', values.rounds, 2, 20),
    json: values.json,
    dataDir: env.DATA_DIR || '.data',
  };
}
