import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';

/**
 * Fetches something into a folder once, even if several processes ask for it at the same time: one of them fetches
 * while the others wait. The folder appears complete or not at all. Leftovers of a killed process block nobody.
 * @param {object} order
 * @param {string} order.tools the folder that holds everything fetched
 * @param {string} order.name of the folder inside it
 * @param {(folder: string) => Promise<boolean> | boolean} order.isComplete whether a folder holds what is wanted
 * @param {(folder: string) => Promise<void>} order.fetch fills an empty folder
 * @param {(line: string) => void} [order.report]
 * @param {AbortSignal} [order.signal] ends the waiting
 * @returns {Promise<string>} the folder
 * @throws what `fetch` throws, or a LaunchFailure when another process does not finish
 */
export async function fetchOnce({ tools, name, isComplete, fetch, report, signal }) {
  const folder = join(tools, name);
  const part = `${name}.part-`;
  if (await isComplete(folder)) return folder;
  await mkdir(tools, { recursive: true });
  const work = async () => {
    if (await isComplete(folder)) return folder;
    // Only the lock's holder makes such folders, so any that exist belong to killed processes.
    for (const file of await readdir(tools)) if (file.startsWith(part)) await remove(join(tools, file));
    const fresh = await mkdtemp(join(tools, part));
    try {
      await fetch(fresh);
      // Only its owner may enter a temporary folder, but servers run the programs in it as other users.
      await chmod(fresh, 0o755);
      await remove(folder);
      await rename(fresh, folder);
    } finally {
      await remove(fresh);
    }
    return folder;
  };
  return withLock(join(tools, `${name}.lock`), work, { what: `fetches ${name}`, report, signal });
}

/**
 * A program that outlived its killed parent may write into the folder during its removal.
 * @param {string} path
 */
const remove = (path) => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
