import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';
import { acquireLock } from '../local/lock.mjs';
import { ROOT } from '../local/paths.mjs';
import { readManifest } from './manifest.mts';

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const UNFINISHED = '.unfinished';
const LEAVING = '.leaving';
/** Beside the manifest: when a restore of this backup was tried, and was right. */
const VERIFIED = 'verified.json';
const DAY_MS = 24 * 60 * 60 * 1_000;

type Period = (at: Date) => string;

/** The period that a moment belongs to, of which one backup is kept. */
const PERIODS: Record<string, Period> = {
  d: (at) => at.toISOString().slice(0, 10),
  // Weeks begin on Monday; 1970 began on a Thursday.
  w: (at) => String(Math.floor((at.getTime() / DAY_MS + 3) / 7)),
  m: (at) => at.toISOString().slice(0, 7),
  y: (at) => at.toISOString().slice(0, 4),
};

/** Keep so many of the newest backups, or of the newest of each period. */
export interface Rule {
  count: number;
  periodOf?: Period;
}

/**
 * @param text such as `14`, or `7d,4w,12m`
 * @throws {LaunchFailure} when it is neither
 */
export function parseKeep(text: string): Rule[] {
  return text.split(',').map((part) => {
    const [, count, unit] = /^([1-9]\d{0,3})([dwmy]?)$/.exec(part.trim()) ?? [];
    if (count === undefined)
      throw new LaunchFailure(
        `--keep ${text}: say how many, as 14, or of how many days, weeks and months, as 7d,4w,12m.`,
      );
    return { count: Number(count), periodOf: PERIODS[unit] };
  });
}

export interface KeptBackup {
  name: string;
  at: Date;
  verified: boolean;
}

/**
 * Which backups a rule keeps: the newest ones, or the newest one of each of the last days, weeks, months that have any.
 * @returns names; always that of the newest backup, and of the newest one whose restore was tried
 */
export function keptBy(backups: readonly KeptBackup[], rules: readonly Rule[]): Set<string> {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const always = [newestFirst[0], newestFirst.find(({ verified }) => verified)];
  const kept = new Set(always.flatMap((one) => one?.name ?? []));
  for (const { count, periodOf } of rules) {
    const seen = new Set<string>();
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
 * Opens a folder of backups, for one process at a time.
 * @returns `path`: of the new backup until `finish` gives it its name and returns its final path; `prune` removes
 *   backups that no rule keeps and returns their names
 * @throws {LaunchFailure} when another process makes a backup there
 */
export async function openBackupFolder(root: string, now = new Date()) {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(await lockOf(root));
  if (!lock.held) throw new LaunchFailure(`Process ${lock.pid} makes a backup in ${root}: wait for it.`);
  const name = now.toISOString().slice(0, 19).replaceAll(':', '-') + 'Z';
  const path = join(root, name + UNFINISHED);
  const final = join(root, name);
  if (existsSync(final)) {
    await lock.release();
    throw new LaunchFailure(`${final} is there already: one backup a second is enough.`);
  }
  await clear(root);
  return {
    path,
    finish: async () => {
      await rename(path, final);
      return final;
    },
    prune: (rules: readonly Rule[]) => prune(root, rules),
    close: async () => {
      await clear(root);
      await lock.release();
    },
  };
}

/** The lock is outside the folder, which may be on a network disk without hard links. */
async function lockOf(root: string) {
  const locks = join(ROOT, '.data', 'locks');
  await mkdir(locks, { recursive: true });
  return join(locks, `backup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
}

/** Removes what killed runs have left, and only what has a name that this program gives. */
async function clear(root: string) {
  for (const entry of await readdir(root)) {
    const ending = [UNFINISHED, LEAVING].find((each) => entry.endsWith(each));
    if (ending && NAME.test(entry.slice(0, -ending.length)))
      await rm(join(root, entry), { recursive: true, force: true });
  }
}

async function prune(root: string, rules: readonly Rule[]) {
  const backups: KeptBackup[] = [];
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory() || !NAME.test(entry.name)) continue;
    const folder = join(root, entry.name);
    const found = await readManifest(folder).catch(() => undefined);
    if (!found) continue;
    const at = new Date(found.manifest.finishedAt);
    backups.push({ name: entry.name, at, verified: existsSync(join(folder, VERIFIED)) });
  }
  const kept = keptBy(backups, rules);
  const leaving = backups.map(({ name }) => name).filter((name) => !kept.has(name));
  for (const name of leaving.sort()) {
    // Renamed first: a half removed backup must not look like a whole one.
    await rename(join(root, name), join(root, name + LEAVING));
    await rm(join(root, name + LEAVING), { recursive: true, force: true });
  }
  return leaving;
}

/** Notes that a restore of a backup was tried. */
export const noteVerified = (folder: string, result: object) =>
  writeFile(join(folder, VERIFIED), `${JSON.stringify({ verifiedAt: new Date().toISOString(), ...result })}\n`, {
    mode: 0o600,
  });
