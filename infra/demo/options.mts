import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FLAG, readCommandLine, TEXT, wholeNumberOr } from '../local/command-line.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { PEOPLE_MAX } from './people.mts';
import { POLLS_MAX } from './polls.mts';

export const HELP = `npm run demo -- [options]

Fills a running Inkling with a community: people, polls in several languages, votes, likes, comments and follows, all
through the public API. Running it again adds only what is missing.

  --url URL        the instance (the one that npm start has running here)
  --people N       people (24; at most ${PEOPLE_MAX})
  --polls N        polls (60; at most ${POLLS_MAX})
  --seed TEXT      decides who asks, votes and follows (inkling)
  --password TEXT  with which these people sign in (inkling-demo)
  --yes            also on a production server, where anyone could then sign in as these people
  --help`;

export interface DemoOptions {
  origin: string;
  people: number;
  polls: number;
  seed: string;
  password: string;
  yes: boolean;
}

const KNOWN = { url: TEXT, people: TEXT, polls: TEXT, seed: TEXT, password: TEXT, yes: FLAG, help: FLAG };

/**
 * @param env DATA_DIR says where a running instance has left its address
 * @returns undefined when only help is asked for
 * @throws {LaunchFailure} one line that says what is wrong
 */
export function parseOptions(args: string[], env: NodeJS.ProcessEnv): DemoOptions | undefined {
  const {
    url,
    people,
    polls,
    seed = 'inkling',
    password = 'inkling-demo',
    yes,
    help,
  } = readCommandLine('npm run demo --', { args, options: KNOWN }).values;
  if (help) return undefined;
  if (password.length < 6) throw new LaunchFailure('--password must have at least 6 characters.');
  return {
    origin: url === undefined ? runningHere(env) : originOf(url),
    people: wholeNumberOr('people', people, 24, PEOPLE_MAX),
    polls: wholeNumberOr('polls', polls, 60, POLLS_MAX),
    seed,
    password,
    yes,
  };
}

function originOf(url: string | URL) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    throw new LaunchFailure(`--url must be an address such as http://localhost:8080, not ${url}.`);
  return parsed.origin;
}

function runningHere(env: NodeJS.ProcessEnv) {
  const file = join(resolve(ROOT, env.DATA_DIR || '.data'), 'addresses.json');
  if (!existsSync(file))
    throw new LaunchFailure('No instance is running here. Start one with npm start, or give its address with --url.');
  return originOf(JSON.parse(readFileSync(file, 'utf8')).http);
}
