/** What a deploy has to remember for the one that goes on when it was killed: which containers were there before it. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';

/**
 * @typedef {object} Memory
 * @property {string} startedAt
 * @property {Record<string, string[]>} old service -> ids of the containers that ran before, of services that change
 * @property {Record<string, string[]>} [kept] service -> ids of those that were there and did not run
 * @property {import('./project.mjs').Red} [red] what was not ready before
 * @property {boolean} [same] whether no other version was brought, so that the tag `previous` is of an older one
 * @property {boolean} [laid] whether pages and nginx may be those of the new version
 */

/** Paths of files. @param {string} folder of the checkout @param {string} project */
export function deployPaths(folder, project) {
  const at = (name) => join(folder, '.data', 'deploy', name);
  return { memory: at(`${project}.json`), lock: at(`${project}.lock`), backups: join(folder, '.data', 'backups') };
}

/** @param {string} path @returns {Promise<Memory | undefined>} undefined when the last deploy came to its end */
export async function recall(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new LaunchFailure(
      `${path} cannot be read: look at docker ps, bring back what is missing, and delete the file.`,
      { cause: error },
    );
  }
}

/** @param {string} path @param {Memory} memory */
export async function remember(path, memory) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(memory));
  await rename(`${path}.new`, path);
}

/** @param {string} path */
export const forget = (path) => rm(path, { force: true });
