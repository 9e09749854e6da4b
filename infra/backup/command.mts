/** What `npm run backup` and `npm run restore` have in common. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { ServiceDefinition } from '@inkling/platform';
import { FLAG, TEXT } from '../local/command-line.mts';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { loadSettings } from '../local/settings.mjs';
import { composedInstallation } from './composed.mts';
import { givenInstallation, localInstallation, type Installation } from './installations.mts';
import type { Environment } from './object-stores.mts';

/** Options of both commands. */
export const COMMON = { compose: FLAG, 'env-file': { ...TEXT, default: '.env' }, help: FLAG } as const;

/** Help text of both commands: how to choose the installation. */
export const WHICH = `Which installation:
  --compose     that of docker-compose.yml here; --env-file PATH where its variables are not in .env
  DATABASE_URL  an owner's URL: that database, with S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY or MEDIA_DIR,
                and NATS_URL with NATS_USER=admin, NATS_PASSWORD
  otherwise     that of npm start, in DATA_DIR (.data)`;

/** The installation that options and environment choose. */
export interface Context {
  /** The environment, with `--compose` also the file of variables. */
  env: Environment;
  /** With `--compose`: path of the file of variables. */
  envFile: string;
  /** Of the services, after a build. */
  definitions: () => Promise<ServiceDefinition[]>;
  /** @throws {LaunchFailure} when it is not there, or runs while it is to be restored */
  find: (restoring: boolean) => Promise<Installation>;
}

export const say = (line: string) => console.log(line);

/**
 * Does a command's work, and closes the installation that it used.
 * @throws {LaunchFailure} of one line
 */
export async function inContext(
  options: { compose: boolean; 'env-file': string },
  work: (context: Context) => Promise<void>,
) {
  const { compose } = options;
  if (!compose) loadSettings();
  const envFile = resolve(ROOT, options['env-file']);
  const env = { ...(compose && existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}), ...process.env };
  const opened: Installation[] = [];
  const servicesOf = async () => (await import('@inkling/contracts')).SERVICES;
  const definitions = async () => {
    const { build } = await import('../local/build.mts');
    await build(say, { web: false });
    return Promise.all((await servicesOf()).map(async (name) => (await import(`@inkling/${name}`)).service));
  };
  const find = async (restoring: boolean) => {
    const services = await servicesOf();
    const url = env.DATABASE_URL;
    const found = compose
      ? await composedInstallation({ envFile, services, restoring, report: say })
      : url
        ? givenInstallation(url, services, env)
        : await localInstallation(services, env, restoring);
    opened.push(found);
    return found;
  };
  try {
    await work({ env, envFile, definitions, find });
  } catch (cause) {
    throw cause instanceof LaunchFailure ? cause : new LaunchFailure(reasonOf(cause), { cause });
  } finally {
    for (const installation of opened) await installation.close();
  }
}

/** Bytes for people. */
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** @param rows the first holds the headings */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const text = (cell: string | number, width: number) =>
    typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
  const line = (row: readonly (string | number)[]) => row.map((cell, column) => text(cell, widths[column])).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
