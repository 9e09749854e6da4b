/** What the commands read their options with. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { LaunchFailure } from './failure.mjs';

/** Kinds of options. */
export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean', default: false } as const;

/**
 * `parseArgs`, which says in one line what is wrong and where to look.
 * @param command that has `--help`
 * @throws {LaunchFailure}
 */
export function readCommandLine<Config extends ParseArgsConfig>(
  command: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
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
 * @throws {LaunchFailure} when it is no whole number from 1 to `most`
 */
export function wholeNumber(name: string, given: string, most: number) {
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new LaunchFailure(`--${name} must be a whole number from 1 to ${most}.`);
  return value;
}

/** The same of an option that may be left out. */
export const wholeNumberOr = (name: string, given: string | undefined, fallback: number, most: number) =>
  given === undefined ? fallback : wholeNumber(name, given, most);
