import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { PEOPLE_MAX } from './people.mjs';
import { POLLS_MAX } from './polls.mjs';

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

/**
 * @typedef {object} DemoOptions
 * @property {string} origin
 * @property {number} people
 * @property {number} polls
 * @property {string} seed
 * @property {string} password
 * @property {boolean} yes
 */

const text = /** @type {const} */ ({ type: 'string' });
const flag = /** @type {const} */ ({ type: 'boolean', default: false });
const KNOWN = { url: text, people: text, polls: text, seed: text, password: text, yes: flag, help: flag };

/** @param {string[]} args */
function read(args) {
  try {
    return parseArgs({ args, options: KNOWN }).values;
  } catch (error) {
    throw new LaunchFailure(`${error instanceof Error ? error.message.split('. ')[0] : String(error)}. See npm run demo -- --help.`);
  }
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env DATA_DIR says where a running instance has left its address
 * @returns {DemoOptions | undefined} undefined when only help is asked for
 * @throws {LaunchFailure} one line that says what is wrong
 */
export function parseOptions(args, env) {
  const { url, people, polls, seed = 'inkling', password = 'inkling-demo', yes, help } = read(args);
  if (help) return undefined;
  if (password.length < 6) throw new LaunchFailure('--password must have at least 6 characters.');
  return { origin: url === undefined ? runningHere(env) : originOf(url), people: number('people', people, 24, PEOPLE_MAX), polls: number('polls', polls, 60, POLLS_MAX), seed, password, yes };
}

function originOf(url) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) throw new LaunchFailure(`--url must be an address such as http://localhost:8080, not ${url}.`);
  return parsed.origin;
}

function runningHere(env) {
  const file = join(resolve(ROOT, env.DATA_DIR || '.data'), 'addresses.json');
  if (!existsSync(file)) throw new LaunchFailure('No instance is running here. Start one with npm start, or give its address with --url.');
  return originOf(JSON.parse(readFileSync(file, 'utf8')).http);
}

function number(name, given, fallback, most) {
  if (given === undefined) return fallback;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1 || value > most) throw new LaunchFailure(`--${name} must be a whole number from 1 to ${most}.`);
  return value;
}
