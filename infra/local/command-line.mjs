/** What the commands read their options with. */
import { parseArgs } from 'node:util';
import { LaunchFailure } from './failure.mjs';

/** Kinds of options. */
export const TEXT = /** @type {const} */ ({ type: 'string' });
export const FLAG = /** @type {const} */ ({ type: 'boolean', default: false });

/**
 * `parseArgs`, which says in one line what is wrong and where to look.
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {string} command that has `--help`
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 * @throws {LaunchFailure}
 */
export function readCommandLine(command, config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new LaunchFailure(
      `${error instanceof Error ? error.message.split('. ')[0] : String(error)}. See ${command} --help.`,
      { cause: error },
    );
  }
}

/**
 * An option's value.
 * @param {string} name
 * @param {string} given
 * @param {number} most
 * @throws {LaunchFailure} when it is no whole number from 1 to `most`
 */
export function wholeNumber(name, given, most) {
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new LaunchFailure(`--${name} must be a whole number from 1 to ${most}.`);
  return value;
}

/**
 * The same of an option that may be left out. @param {string} name @param {string | undefined} given @param {number}
 * fallback @param {number} most
 */
export const wholeNumberOr = (name, given, fallback, most) =>
  given === undefined ? fallback : wholeNumber(name, given, most);
