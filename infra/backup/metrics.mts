import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../local/failure.mjs';

const FILE = 'backup.prom';
const HELP = {
  backup_last_success_timestamp_seconds: 'When the last backup was complete.',
  backup_last_failure_timestamp_seconds: 'When a backup or its trial last failed.',
  backup_last_size_bytes: 'Size of the last complete backup, as stored.',
  backup_rows: 'Rows in the last complete backup.',
  backup_objects: 'Pictures and videos in the last complete backup.',
  restore_verified_timestamp_seconds: 'When a backup was last restored into a scratch database and found equal.',
};

export type Metrics = Partial<Record<keyof typeof HELP, number>>;

/** The current time, as metrics have it. */
export const seconds = () => Math.floor(Date.now() / 1_000);

/**
 * Writes metrics of backups into a file for node_exporter's textfile collector. Values that are not given stay as they
 * were.
 */
export async function writeMetrics(folder: string, values: Metrics) {
  // The collector runs as another user, and mkdir takes the umask from the mode that it is given.
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755);
  const path = join(folder, FILE);
  const before = await readFile(path, 'utf8').catch(() => '');
  const known = [...before.matchAll(/^inkling_(\w+) (\d+)$/gm)].map(([, name, value]) => [name, value]);
  const all: Record<string, string | number> = { ...Object.fromEntries(known), ...values };
  const lines = Object.entries(HELP).flatMap(([name, help]) => {
    const full = `inkling_${name}`;
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

/** The same with a warning where it fails, so that the result of the backup itself is still reported. */
export async function noteMetrics(folder: string, values: Metrics, warn: (line: string) => void) {
  try {
    await writeMetrics(folder, values);
  } catch (error) {
    warn(`The figures for Prometheus could not be written: ${reasonOf(error)}.`);
  }
}
