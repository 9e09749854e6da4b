import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { underOwnNode } from '../local/own-node.mjs';
import { ROOT } from '../local/paths.mjs';
import { loadSettings } from '../local/settings.mjs';

const COMMON = {
  compose: { type: 'boolean', default: false },
  'env-file': { type: 'string', default: '.env' },
  help: { type: 'boolean', default: false },
};

/**
 * What a command works with.
 * @typedef {object} Context
 * @property {Record<string, any>} values of the options
 * @property {Record<string, string | undefined>} env the environment; with `--compose` also what its file of variables
 *   says
 * @property {() => Promise<import('@inkling/platform').ServiceDefinition[]>} definitions of the services, after a build
 * @property {(restoring: boolean) => Promise<import('./installations.mjs').Installation>} find what the options name
 */

/**
 * What both commands have in common: arguments, settings, the build, and one line for a failure.
 * @param {string} script path of the program
 * @param {{ usage: string, options: import('node:util').ParseArgsConfig['options'] }} kind
 * @param {(context: Context) => Promise<void>} work
 */
export function runCommand(script, { usage, options }, work) {
  return underOwnNode(script, async (args) => {
    const values = readArguments(args, { ...COMMON, ...options }, usage);
    if (values.help) {
      console.log(usage);
      return;
    }
    if (!values.compose) loadSettings();
    const envFile = resolve(ROOT, values['env-file']);
    const env = {
      ...(values.compose && existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}),
      ...process.env,
    };
    const installations = [];
    const definitions = async () => {
      const { build } = await import('../local/build.mts');
      await build((line) => console.log(line), { web: false });
      const { SERVICES } = await import('@inkling/contracts');
      return Promise.all(SERVICES.map(async (name) => (await import(`@inkling/${name}`)).service));
    };
    const find = async (restoring) => {
      const { SERVICES } = await import('@inkling/contracts');
      const { findInstallation } = await import('./installations.mjs');
      const report = (line) => console.log(line);
      const found = await findInstallation({ compose: values.compose, envFile, services: SERVICES, restoring, report });
      installations.push(found);
      return found;
    };
    try {
      await work({ values, env, definitions, find });
    } catch (cause) {
      throw cause instanceof LaunchFailure ? cause : new LaunchFailure(reasonOf(cause), { cause });
    } finally {
      for (const installation of installations) await installation.close();
    }
  });
}

function readArguments(args, options, usage) {
  try {
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw new LaunchFailure(`${reasonOf(cause)}\n\n${usage}`, { cause });
  }
}

/** Bytes for people. */
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/**
 * @param {readonly (readonly (string | number)[])[]} rows the first holds the headings
 * @returns {string}
 */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const text = (cell, width) => (typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width));
  return rows
    .map((row) =>
      row
        .map((cell, column) => text(cell, widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
