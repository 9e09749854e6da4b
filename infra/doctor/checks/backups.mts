import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ROOT } from '../../local/paths.mjs';
import { fail, ok, warn } from '../findings.mts';
import type { Host } from '../host.mts';
import type { Check } from '../run.mts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const LATE_HOURS = 2 * DAY_HOURS + 1;
const UNTRIED_DAYS = 35;
const DOCS = 'docs/operations/backup.md';
/** The folder in the examples of that document. */
const USUAL = '/backups';

/** There is a complete backup from today or yesterday, and a restore was tried recently. */
export const backups: Check = {
  name: 'backups',
  run: async ({ mode, options, host }) => {
    const given = options.backups ?? ((await host.look(USUAL)) ? USUAL : undefined);
    if (!given) {
      if (mode === 'start') return [];
      return [warn('it is not known where backups are', `Say it with --backups DIR. Without any: ${DOCS}.`)];
    }
    const folder = resolve(ROOT, given);
    const names = await readdir(folder).catch(() => undefined);
    if (!names) return [fail(`${folder} cannot be read`, 'Correct --backups, or run this as its owner.')];
    const found = await Promise.all(names.map((name) => timesOf(host, join(folder, name))));
    const newest = latest(found.map(({ finished }) => finished));
    if (newest === undefined)
      return [fail(`no whole backup in ${folder}`, `npm run backup; make it a schedule: ${DOCS}.`)];
    const hours = Math.round((host.now() - newest) / HOUR_MS);
    const text = `the newest in ${folder} is ${ageOf(hours)} old`;
    const age = hours > LATE_HOURS ? fail(text, `Look why the schedule does not run: ${DOCS}.`) : ok(text);
    return [age, tried(latest(found.map(({ verified }) => verified)), host.now())];
  },
};

function tried(at: number | undefined, now: number) {
  const advice = `Add --verify to npm run backup: ${DOCS}.`;
  if (at === undefined) return warn('no restore has been tried', advice);
  const hours = Math.round((now - at) / HOUR_MS);
  const text = `a restore was tried ${ageOf(hours)} ago`;
  return hours > UNTRIED_DAYS * DAY_HOURS ? warn(text, advice) : ok(text);
}

const ageOf = (hours: number) => (hours < 2 * DAY_HOURS ? `${hours} hours` : `${Math.floor(hours / DAY_HOURS)} days`);

function latest(times: number[]) {
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length > 0 ? Math.max(...known) : undefined;
}

/** A folder without a manifest is no backup. */
async function timesOf(host: Host, folder: string) {
  const read = async (file: string, key: string) => {
    const text = (await host.read(join(folder, file))) ?? '';
    return Date.parse(new RegExp(`"${key}":\\s*"([^"]+)"`).exec(text)?.[1] ?? '');
  };
  const finished = await read('manifest.json', 'finishedAt');
  return { finished, verified: Number.isNaN(finished) ? NaN : await read('verified.json', 'verifiedAt') };
}
