import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { underOwnNode } from '../local/own-node.mjs';
import { loadSettings } from '../local/settings.mjs';

/**
 * What both commands have in common: arguments, settings, the build, and one line for a failure.
 * @param {string} script path of the program
 * @param {{ usage: string, options: import('node:util').ParseArgsConfig['options'], folder: 'to' | 'from', restoring: boolean }} kind
 * @param {(context: { folder: string, values: Record<string, unknown>, installation: import('./installations.mjs').Installation, definitions: import('@inkling/platform').ServiceDefinition[] }) => Promise<void>} work
 */
export function runCommand(script, { usage, options, folder, restoring }, work) {
  return underOwnNode(script, async (args) => {
    const values = readArguments(args, options, usage);
    if (values.help) {
      console.log(usage);
      return;
    }
    if (!values[folder]) throw new LaunchFailure(`--${folder} is missing.\n\n${usage}`);
    if (!values.compose) loadSettings();
    const { build } = await import('../local/build.mjs');
    await build((line) => console.log(line), { web: false });
    const { SERVICES } = await import('@inkling/contracts');
    const definitions = await Promise.all(SERVICES.map(async (name) => (await import(`@inkling/${name}`)).service));
    const { findInstallation } = await import('./installations.mjs');
    const installation = await findInstallation({ compose: values.compose, services: SERVICES, restoring });
    try {
      await work({ folder: resolve(values[folder]), values, installation, definitions });
    } catch (cause) {
      throw cause instanceof LaunchFailure ? cause : new LaunchFailure(reasonOf(cause), { cause });
    } finally {
      await installation.close();
    }
  });
}

function readArguments(args, options, usage) {
  try {
    return parseArgs({ args, options: { ...options, compose: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } }).values;
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
  return rows.map((row) => row.map((cell, column) => (typeof cell === 'number' ? String(cell).padStart(widths[column]) : cell.padEnd(widths[column]))).join('  ').trimEnd()).join('\n');
}
