/** Command line of the benchmark. */
import { parseArgs } from 'node:util';
import { LaunchFailure } from '../local/failure.mjs';

const HELP = `npm run bench -- [options]

Compares Inkling's whole path over HTTP with pgbench on the same PostgreSQL.

  --rounds N     rounds that count (5; with --quick 1); each runs every contender once, in rotated order
  --seconds S    length of one contender's run (4; with --quick 1)
  --only A,B     only these contenders (names as in the table)
  --quick        a smoke run: one short round on little data, no warm-up; its figures mean nothing
  --strict       exit code 2 when a floor is missed (a count that does not add up is always 1)
  --json PATH    where the figures go (DATA_DIR/bench.json)
  --keep         leave the data folder, when it is a temporary one
  --profile DIR  write CPU profiles of the product's processes into DIR
  --help`;

/**
 * @typedef {object} Options
 * @property {boolean} quick
 * @property {boolean} strict
 * @property {boolean} keep
 * @property {number} rounds
 * @property {number} seconds
 * @property {number} voters
 * @property {number} spreadPolls
 * @property {string[]} only empty for all
 * @property {string | undefined} json
 * @property {string | undefined} profile
 */

const text = /** @type {const} */ ({ type: 'string' });
const flag = /** @type {const} */ ({ type: 'boolean', default: false });
const KNOWN = { rounds: text, seconds: text, only: text, json: text, profile: text, quick: flag, strict: flag, keep: flag, help: flag };

/** @param {string[]} args */
function read(args) {
  try {
    return parseArgs({ args, options: KNOWN }).values;
  } catch (error) {
    throw new LaunchFailure(`${error instanceof Error ? error.message.split('. ')[0] : String(error)}. See npm run bench -- --help.`);
  }
}

/** @param {string[]} args @returns {Options} @throws {LaunchFailure} one line that says what is wrong */
export function parseOptions(args) {
  const values = read(args);
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const { quick, strict, keep, json, profile } = values;
  const seconds = number('seconds', values.seconds, quick ? 1 : 4, 60);
  return {
    quick,
    strict,
    keep,
    json,
    profile,
    rounds: number('rounds', values.rounds, quick ? 1 : 5, 100),
    seconds,
    // Every request of a run needs a voter of its own: room for 40,000 votes a second.
    voters: seconds * 40_000,
    spreadPolls: quick ? 200 : 10_000,
    only: values.only?.split(',') ?? [],
  };
}

/** @param {string} name @param {string | undefined} given @param {number} fallback @param {number} most */
function number(name, given, fallback, most) {
  if (given === undefined) return fallback;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1 || value > most) throw new LaunchFailure(`--${name} must be a whole number from 1 to ${most}`);
  return value;
}
