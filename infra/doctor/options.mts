/** The command line of `npm run doctor`. */
import { resolve } from 'node:path';
import { FLAG, TEXT, readCommandLine } from '../local/command-line.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';

export const USAGE = `Usage: npm run doctor [-- --start | --compose | --kubernetes] [options]

Looks at this computer and the installation, and says one line per finding: ok, warn or fail, what it is, and what to
do. Ends with 1 when something fails. It changes nothing, sends no mail unless asked to, and asks only servers that the
settings name.

  --start            npm start on this computer
  --compose          docker compose on this computer
  --kubernetes       the cluster of kubectl's current context
                     Without any: compose where .env has its passwords, else npm start.

  --file FILE        the settings; default .env
  --namespace NAME   of the cluster; default inkling
  --backups DIR      where npm run backup writes; default /backups, where that is. Its newest backup must not be older
                     than two days
  --time-server URL  compare the clock with this server's Date, besides the origin's
  --send-mail-to ADDRESS
                     send one mail there
  --json             findings as JSON`;

const MODES = ['start', 'compose', 'kubernetes'] as const;
export type Mode = (typeof MODES)[number];

export type Options = NonNullable<ReturnType<typeof readOptions>>;

/**
 * @returns undefined when only help was asked for
 * @throws {LaunchFailure} for options that do not fit
 */
export function readOptions(args: string[]) {
  const { values } = readCommandLine('npm run doctor --', {
    args,
    options: {
      start: FLAG,
      compose: FLAG,
      kubernetes: FLAG,
      json: FLAG,
      help: FLAG,
      file: { ...TEXT, default: '.env' },
      namespace: { ...TEXT, default: 'inkling' },
      backups: TEXT,
      'time-server': TEXT,
      'send-mail-to': TEXT,
    },
  });
  if (values.help) return undefined;
  const modes = MODES.filter((mode) => values[mode]);
  if (modes.length > 1) throw new LaunchFailure(`--${modes.join(' and --')} exclude each other.`);
  const { file, namespace, backups, json, 'time-server': server, 'send-mail-to': sendMailTo } = values;
  if (server !== undefined && !/^https?:\/\//.test(server))
    throw new LaunchFailure('--time-server takes an http(s) address.');
  const timeServer = server === undefined ? undefined : new URL(server);
  const mode: Mode | undefined = modes[0];
  return { mode, file: resolve(ROOT, file), namespace, backups, timeServer, sendMailTo, json };
}
