import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';
import { acquireLock } from '../local/lock.mjs';
import { ROOT } from '../local/paths.mjs';
import { readManifest } from './manifest.mjs';

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const UNFINISHED = '.unfinished';
const LEAVING = '.leaving';
/** Beside the manifest: when a restore of this backup was tried, and was right. */
const VERIFIED = 'verified.json';
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The period that a moment belongs to, of which one backup is kept. */
const PERIODS = {
  d: (at) => at.toISOString().slice(0, 10),
  // Weeks begin on Monday; 1970 began on a Thursday.
  w: (at) => String(Math.floor((at.getTime() / DAY_MS + 3) / 7)),
  m: (at) => at.toISOString().slice(0, 7),
  y: (at) => at.toISOString().slice(0, 4),
};

/**
 * @typedef {{ count: number, periodOf?: (at: Date) => string }} Rule
 * @param {string} text such as `14`, or `7d,4w,12m`
 * @returns {Rule[]}
 * @throws {LaunchFailure} when it says nothing of the kind
 */
export function parseKeep(text) {
  return text.split(',').map((part) => {
    const [, count, unit] = /^([1-9]\d{0,3})([dwmy]?)$/.exec(part.trim()) ?? [];
    if (count === undefined)
      throw new LaunchFailure(
        `--keep ${text}: say how many, as 14, or of how many days, weeks and months, as 7d,4w,12m.`,
      );
    return { count: Number(count), ...(unit ? { periodOf: PERIODS[unit] } : {}) };
  });
}

/**
 * Which backups a rule keeps: the newest ones, or the newest one of each of the last days, weeks, months that have any.
 * @param {readonly { name: string, at: Date, verified: boolean }[]} backups
 * @param {readonly Rule[]} rules
 * @returns {Set<string>} names; always that of the newest backup, and of the newest one whose restore was tried
 */
export function keptBy(backups, rules) {
  const newestFirst = [...backups].sort((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set(
    [newestFirst[0], newestFirst.find(({ verified }) => verified)].flatMap((one) => one?.name ?? []),
  );
  for (const { count, periodOf } of rules) {
    const seen = new Set();
    for (const { name, at } of newestFirst) {
      const period = periodOf ? periodOf(at) : name;
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      kept.add(name);
    }
  }
  return kept;
}

/**
 * A folder of backups, one of which is being made: it gets its name when it is complete. One process at a time.
 * @param {string} root
 * @param {Date} [now]
 * @returns {Promise<{ path: string, finish: () => Promise<string>, prune: (rules: readonly Rule[]) =>
 *   Promise<string[]>, close: () => Promise<void> }>}
 *   `finish` answers the new backup's folder, `prune` the names of those it removed
 * @throws {LaunchFailure} when another process makes one
 */
export async function openShelf(root, now = new Date()) {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(await lockOf(root));
  if (!lock.held) throw new LaunchFailure(`Process ${lock.pid} makes a backup in ${root}: wait for it.`);
  const name = now.toISOString().slice(0, 19).replaceAll(':', '-') + 'Z';
  const path = join(root, name + UNFINISHED);
  if (existsSync(join(root, name))) {
    await lock.release();
    throw new LaunchFailure(`${join(root, name)} is there already: one backup a second is enough.`);
  }
  await clear(root);
  return {
    path,
    finish: async () => {
      const final = join(root, name);
      await rename(path, final);
      return final;
    },
    prune: (rules) => prune(root, rules),
    close: async () => {
      await clear(root);
      await lock.release();
    },
  };
}

/** Not in the folder itself, which may be on a disk of the network that knows no hard links. */
async function lockOf(root) {
  const locks = join(ROOT, '.data', 'locks');
  await mkdir(locks, { recursive: true });
  return join(locks, `backup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
}

/** Removes what killed runs have left, of names that only this program gives. */
async function clear(root) {
  for (const entry of await readdir(root)) {
    const [, name, ending] = /^(.*)(\.unfinished|\.leaving)$/.exec(entry) ?? [];
    if (ending && NAME.test(name)) await rm(join(root, entry), { recursive: true, force: true });
  }
}

async function prune(root, rules) {
  const backups = [];
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory() || !NAME.test(entry.name)) continue;
    const folder = join(root, entry.name);
    const found = await readManifest(folder).catch(() => undefined);
    if (!found) continue;
    const at = new Date(found.manifest.finishedAt);
    backups.push({ name: entry.name, at, verified: existsSync(join(folder, VERIFIED)) });
  }
  const kept = keptBy(backups, rules);
  const leaving = backups
    .map(({ name }) => name)
    .filter((name) => !kept.has(name))
    .sort();
  for (const name of leaving) {
    // Under another name first: half of a backup must not look like one.
    await rename(join(root, name), join(root, name + LEAVING));
    await rm(join(root, name + LEAVING), { recursive: true, force: true });
  }
  return leaving;
}

/** Notes that a restore of a backup was tried. @param {string} folder @param {object} result */
export const noteVerified = (folder, result) =>
  writeFile(join(folder, VERIFIED), `${JSON.stringify({ verifiedAt: new Date().toISOString(), ...result })}\n`, {
    mode: 0o600,
  });
