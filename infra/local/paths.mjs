import { constants, existsSync } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaunchFailure, codeOf } from './failure.mjs';

/** The repository's folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Downloads of this clone, shared by all its instances and their data folders. */
export const TOOLS = join(ROOT, '.data', 'tools');

/**
 * Where an instance keeps all that it writes.
 * @typedef {object} DataPaths
 * @property {string} root
 * @property {string} postgres PostgreSQL's data folder
 * @property {string} nats NATS' configuration and JetStream store
 * @property {string} logs
 * @property {string} run one file per child process, and the addresses
 * @property {string} secrets
 * @property {string} lock
 */

/**
 * @param {string} folder
 * @returns {DataPaths}
 */
export function dataPaths(folder) {
  const root = resolve(ROOT, folder);
  /** @param {string} name */
  const at = (name) => join(root, name);
  return {
    root,
    postgres: at('postgres'),
    nats: at('nats'),
    logs: at('logs'),
    run: at('run'),
    secrets: at('secrets.json'),
    lock: at('lock'),
  };
}

/**
 * Creates the data folder and makes sure that it can be read and written.
 * @param {DataPaths} paths
 * @throws {LaunchFailure} naming the folder and the system's reason
 */
export async function prepareDataFolder(paths) {
  try {
    await makeFolder(paths.root);
    await access(paths.root, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const folder of [paths.logs, paths.run, paths.nats]) {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    }
    const probe = join(paths.root, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (cause) {
    const code = codeOf(cause) ?? 'unknown error';
    throw new LaunchFailure(
      `The data folder ${paths.root} cannot be used (${code}): ` +
        'make it readable and writable, or set DATA_DIR to another folder.',
      { cause },
    );
  }
}

/**
 * Node's recursive mkdir never returns below a folder that accepts no entries, such as /proc.
 * @param {string} folder
 */
async function makeFolder(folder) {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
