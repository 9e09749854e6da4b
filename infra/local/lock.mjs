import { createHash, randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { LaunchFailure, codeOf } from './failure.mjs';
import { identify, isRunning } from './process-identity.mjs';

/** Longer than any work under a lock, since each of its steps has a time limit. */
const WAIT_MS = 20 * 60_000;
const LOOK_MS = 100;

/**
 * Takes a lock file for as long as this process lives. When a lock's holder is gone (killed, or before a reboot),
 * exactly one of the waiting processes takes it over.
 * @param {string} path
 * @returns {Promise<{ held: true, release: () => Promise<void> } | { held: false, pid: number }>}
 */
export async function acquireLock(path) {
  const content = JSON.stringify({ ...identify(process.pid), id: randomBytes(6).toString('hex') });
  const release = async () => {
    if ((await read(path)) === content) await rm(path, { force: true });
  };
  for (;;) {
    if (await create(path, content)) return { held: true, release };
    const found = await read(path);
    if (found === undefined) continue;
    const holder = parse(found);
    if (holder && isRunning(holder)) return { held: false, pid: holder.pid };
    if (await takeOver(path, found, content)) return { held: true, release };
  }
}

/**
 * Runs some work while no other process runs work under the same lock; waits for its turn.
 * @template T
 * @param {string} path of the lock file
 * @param {() => Promise<T>} work
 * @param {{ what: string, report?: (line: string) => void, signal?: AbortSignal }} options `what` names the work for
 *   those who wait, such as `builds`; `signal` ends the waiting
 * @returns {Promise<T>}
 * @throws {LaunchFailure} when the holder does not finish
 */
export async function withLock(path, work, { what, report = () => {}, signal }) {
  const lock = await waitFor(path, what, report, signal);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/**
 * @param {string} path
 * @param {string} what
 * @param {(line: string) => void} report
 * @param {AbortSignal} [signal]
 */
async function waitFor(path, what, report, signal) {
  const deadline = Date.now() + WAIT_MS;
  for (let waiting = false; ; waiting = true) {
    signal?.throwIfAborted();
    const lock = await acquireLock(path);
    if (lock.held) return lock;
    if (!waiting) report(`Waiting for process ${lock.pid}, which ${what} ...`);
    if (Date.now() > deadline) throw new LaunchFailure(`Process ${lock.pid} still ${what}: end it, and try again.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/**
 * Replaces a stale lock. Only the process that creates the file named after the stale content may do so, and therefore
 * a lock that is in use is never replaced.
 * @param {string} path
 * @param {string} stale
 * @param {string} content
 */
async function takeOver(path, stale, content) {
  const claim = `${path}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`;
  if (!(await create(claim, content))) {
    const claimant = parse((await read(claim)) ?? '');
    if (claimant && !isRunning(claimant)) await rm(claim, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 5));
    return false;
  }
  try {
    if ((await read(path)) !== stale) return false;
    const fresh = await temporary(path, content);
    await rename(fresh, path);
    return true;
  } finally {
    await rm(claim, { force: true });
  }
}

/**
 * Creates a file with its whole content in one step. False when it exists already.
 * @param {string} path
 * @param {string} content
 */
async function create(path, content) {
  const fresh = await temporary(path, content);
  try {
    await link(fresh, path);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(fresh, { force: true });
  }
}

/**
 * @param {string} path
 * @param {string} content
 */
async function temporary(path, content) {
  const file = `${path}.${randomBytes(6).toString('hex')}.new`;
  await writeFile(file, content);
  return file;
}

/** @param {string} path */
const read = (path) => readFile(path, 'utf8').catch(() => undefined);

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
