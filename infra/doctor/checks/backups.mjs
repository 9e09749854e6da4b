import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ROOT } from '../../local/paths.mjs';
import { fail, ok, warn } from '../findings.mjs';

const HOUR_MS = 3_600_000;
const LATE_HOURS = 49;
const ADVICE = 'npm run backup; make it a schedule: docs/operations/backup.md.';

/** There is a whole backup, and it is of today or yesterday. */
export const backups = {
  name: 'backups',
  run: async ({ mode, settings, options, host }) => {
    const folder = options.backups ?? settings.BACKUP_DIR;
    if (!folder) {
      if (mode === 'start') return [];
      return [warn('it is not known where backups are', 'Say it with --backups DIR or BACKUP_DIR; without backups: docs/operations/backup.md.')];
    }
    const at = resolve(ROOT, folder);
    const names = await readdir(at).catch(() => undefined);
    if (!names) return [fail(`${at} cannot be read`, 'Correct --backups or BACKUP_DIR, or run this as its owner.')];
    const times = await Promise.all(names.map((name) => finished(host, join(at, name))));
    const newest = Math.max(...times.filter((time) => time !== undefined), -Infinity);
    if (newest === -Infinity) return [fail(`no whole backup in ${at}`, ADVICE)];
    const hours = Math.round((host.now() - newest) / HOUR_MS);
    const text = `the newest in ${at} is ${hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old`;
    return [hours > LATE_HOURS ? fail(text, ADVICE) : ok(text)];
  },
};

/** A folder without a manifest is none; of an encrypted one only the time of its file is known. */
async function finished(host, path) {
  const manifest = await host.read(join(path, 'manifest.json'));
  if (manifest !== undefined) {
    const at = Date.parse(/"finishedAt":\s*"([^"]+)"/.exec(manifest)?.[1] ?? '');
    return Number.isNaN(at) ? undefined : at;
  }
  const found = /\.(age|gpg)$/.test(path) ? await host.look(path) : undefined;
  return found?.mtimeMs;
}
