import { resolve } from 'node:path';
import { FLAG, readCommandLine, TEXT } from '../local/command-line.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';

export const HELP = `npm run screenshots -- [options]

Photographs every screen and state, on a phone and a desktop, light and dark, into .data/screenshots, and a few on a
tablet and a narrow phone. Starts an instance of its own, on data that goes with it, and fills it first.

  --only TEXT   screens whose name contains it; several, divided by commas
  --look TEXT   looks whose name contains it: phone-, desktop-, tablet- or narrow-, each light or dark
  --url URL     a running instance instead, on which people and polls stay behind; leaves out what only the database can
                bring about, unless --data names its data folder
  --data DIR    the data folder of the instance at --url
  --out DIR     where the pictures go (.data/screenshots)
  --help`;

export interface ScreenshotOptions {
  /** Empty: every screen. */
  only: string[];
  look: string;
  /** Of a running instance; without it one is started. */
  origin: string | undefined;
  /** Its data folder, where it is known. */
  dataFolder: string | undefined;
  out: string;
}

const KNOWN = { only: TEXT, look: TEXT, url: TEXT, data: TEXT, out: TEXT, help: FLAG };

/**
 * @returns undefined when only help is asked for
 * @throws {LaunchFailure} one line that says what is wrong
 */
export function parseOptions(args: string[]): ScreenshotOptions | undefined {
  const {
    only = '',
    look = '',
    url,
    data,
    out = '.data/screenshots',
    help,
  } = readCommandLine('npm run screenshots --', { args, options: KNOWN }).values;
  if (help) return undefined;
  if (url !== undefined && !URL.canParse(url))
    throw new LaunchFailure(`--url must be an address such as http://localhost:8080, not ${url}.`);
  if (data !== undefined && url === undefined) throw new LaunchFailure('--data goes with --url.');
  return {
    only: only
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    look,
    origin: url === undefined ? undefined : new URL(url).origin,
    dataFolder: data === undefined ? undefined : resolve(ROOT, data),
    out: resolve(ROOT, out),
  };
}
