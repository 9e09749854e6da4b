import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';

/**
 * Fetches something into a folder once, however many processes ask for it at the same time. One of them fetches while
 * the others wait. The folder appears whole or not at all. What a killed process left behind does not block the next.
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
    // Only the holder of the lock makes such folders, so those that are here belong to processes that were killed.
    for (const file of await readdir(tools)) if (file.startsWith(part)) await remove(join(tools, file));
    const fresh = await mkdtemp(join(tools, part));
    try {
      await fetch(fresh);
      // A temporary folder is its maker's alone, but servers run what is in it as other users.
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

/** A program that outlived its killed parent may still write into the folder while it goes. */
const remove = (path) => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
