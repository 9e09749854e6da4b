import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../local/failure.mjs';

const FILE = 'backup.prom';
const PREFIX = 'inkling_';
const HELP = {
  backup_last_success_timestamp_seconds: 'When the last backup was complete.',
  backup_last_failure_timestamp_seconds: 'When a backup or its trial last failed.',
  backup_last_size_bytes: 'Size of the last complete backup, as stored.',
  backup_rows: 'Rows in the last complete backup.',
  backup_objects: 'Pictures and videos in the last complete backup.',
  restore_verified_timestamp_seconds: 'When a backup was last restored into a scratch database and found equal.',
};

/** Now, as metrics have it. */
export const seconds = () => Math.floor(Date.now() / 1_000);

/**
 * Tells Prometheus, by a file for node_exporter's textfile collector, how backups went. What is not given stays as it
 * was.
 * @param {string} folder
 * @param {Partial<Record<keyof typeof HELP, number>>} values
 */
export async function writeMetrics(folder, values) {
  // For the collector, which is another user; what is asked for at the making is less the umask.
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755);
  const path = join(folder, FILE);
  const before = await readFile(path, 'utf8').catch(() => '');
  const known = Object.fromEntries(
    [...before.matchAll(/^inkling_(\w+) (\d+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const all = { ...known, ...values };
  const lines = Object.entries(HELP).flatMap(([name, help]) => {
    const full = PREFIX + name;
    return all[name] === undefined ? [] : [`# HELP ${full} ${help}`, `# TYPE ${full} gauge`, `${full} ${all[name]}`];
  });
  // The collector reads only names that end in .prom, so it never sees half a file.
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, `${lines.join('\n')}\n`, { flush: true });
    await chmod(draft, 0o644);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * As `writeMetrics`, where figures that cannot be written must not hide how the backup itself went.
 * @param {string} folder
 * @param {Parameters<typeof writeMetrics>[1]} values
 * @param {(line: string) => void} warn
 */
export async function noteMetrics(folder, values, warn) {
  try {
    await writeMetrics(folder, values);
  } catch (error) {
    warn(`The figures for Prometheus could not be written: ${reasonOf(error)}.`);
  }
}
