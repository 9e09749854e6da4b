import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Target } from './run.mts';

export const HELP = `npm run probe -- --origin https://polls.example.org [options]

Signs in, votes on a poll that nobody else sees, waits for the new tally on the socket, and removes the poll again. One
line says how it went; the exit code is 0, or 1 when something failed. The account comes from
npm run admin -- make-probe.

  --origin URL          where browsers find the server (PROBE_ORIGIN, or PUBLIC_ORIGIN)
  --account NAME        the account's username (PROBE_ACCOUNT, or inkling_probe)
  --password-file PATH  a file with its password; default: the variable PROBE_PASSWORD
  --every SECONDS       goes on, that often; sooner after a failure
  --listen PORT         goes on, and serves /metrics and /health/live there; ADDRESS:PORT, or a port of 127.0.0.1
  --timeout SECONDS     limit for each step (10); a whole run has three times that
  --help`;

/** Something is wrong with the arguments. */
export class UsageError extends Error {}

const OPTIONS = {
  origin: { type: 'string' },
  account: { type: 'string' },
  'password-file': { type: 'string' },
  every: { type: 'string' },
  listen: { type: 'string' },
  timeout: { type: 'string' },
  help: { type: 'boolean' },
} as const;
const EVERY_SECONDS = 60;

/** Where to serve the metrics. */
export interface Address {
  host: string;
  port: number;
}

interface ProbeOptions {
  help: false;
  target: Target;
  /** Undefined for a single run. */
  everyMs: number | undefined;
  listen: Address | undefined;
}

/** @throws {UsageError} what is wrong, in one line */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): ProbeOptions | { help: true } {
  const values = parse(args);
  if (values.help) return { help: true };
  const origin = originOf(values.origin ?? (env.PROBE_ORIGIN || env.PUBLIC_ORIGIN));
  const account = values.account ?? (env.PROBE_ACCOUNT || 'inkling_probe');
  const password = passwordOf(values['password-file'], env);
  const stepMs = 1_000 * seconds('--timeout', values.timeout, 10, 120);
  const listen = values.listen === undefined ? undefined : addressOf(values.listen);
  const keepsRunning = listen !== undefined || values.every !== undefined;
  return {
    help: false,
    target: {
      origin,
      account: account.includes('@') ? account : `${account.toLowerCase()}@probe.invalid`,
      password,
      stepMs,
      totalMs: 3 * stepMs,
    },
    everyMs: keepsRunning ? 1_000 * seconds('--every', values.every, EVERY_SECONDS, 86_400) : undefined,
    listen,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message}. --help lists the options.`, { cause });
  }
}

function originOf(text: string | undefined): string {
  if (!text) throw new UsageError('Say where the server is: --origin https://polls.example.org');
  const valid = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
  if (!valid)
    throw new UsageError(`${text} is no origin: it must look like https://polls.example.org, without a path.`);
  return text;
}

function passwordOf(file: string | undefined, env: NodeJS.ProcessEnv): string {
  if (file === undefined) {
    if (!env.PROBE_PASSWORD) throw new UsageError('Give the password as PROBE_PASSWORD, or in a --password-file.');
    return env.PROBE_PASSWORD;
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new UsageError(`The password file cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function seconds(name: string, text: string | undefined, fallback: number, most: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most)
    throw new UsageError(`${name} takes seconds from 1 to ${most}.`);
  return value;
}

function addressOf(text: string): Address {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) throw new UsageError('--listen takes PORT or ADDRESS:PORT.');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}
