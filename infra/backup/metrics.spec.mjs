import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, jest } from '@jest/globals';
import { runBackup } from './backup.mts';
import { noteMetrics, seconds, writeMetrics } from './metrics.mts';

it('metrics of backups stay until they are written again, in one file that anybody can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-metrics-'));
  try {
    const at = seconds();
    await writeMetrics(folder, { backup_last_success_timestamp_seconds: at, backup_last_size_bytes: 12_345_678_901 });
    await writeMetrics(folder, { backup_last_failure_timestamp_seconds: at + 1 });
    expect(await readdir(folder)).toEqual(['backup.prom']);
    const path = join(folder, 'backup.prom');
    expect((await stat(path)).mode & 0o777).toBe(0o644);
    const values = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(values).toEqual([
      `inkling_backup_last_success_timestamp_seconds ${at}`,
      `inkling_backup_last_failure_timestamp_seconds ${at + 1}`,
      'inkling_backup_last_size_bytes 12345678901',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('metrics can be read by anybody although the umask of the systemd service forbids it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-metrics-'));
  try {
    const made = join(folder, 'a', 'metrics');
    const url = new URL('metrics.mts', import.meta.url).href;
    const script = `process.umask(0o077); const { writeMetrics } = await import(${JSON.stringify(url)});
      await writeMetrics(${JSON.stringify(made)}, { backup_rows: 1 });`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect((await stat(join(made, 'backup.prom'))).mode & 0o777).toBe(0o644);
    expect((await stat(made)).mode & 0o777).toBe(0o755);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('metrics that cannot be written are a warning', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-metrics-'));
  try {
    const file = join(folder, 'file');
    await writeFile(file, '');
    /** @type {string[]} */
    const lines = [];
    await noteMetrics(file, { backup_rows: 1 }, (line) => lines.push(line));
    expect(lines).toEqual([expect.stringContaining('could not be written')]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('metrics that cannot be written do not hide why a backup failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-metrics-'));
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const values = { from: join(folder, 'none'), verify: true, metrics: file };
    const context = { env: {}, definitions: async () => [] };
    await expect(runBackup(values, context)).rejects.toThrow('no complete backup');
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('could not be written'));
  } finally {
    warn.mockRestore();
    log.mockRestore();
    await rm(folder, { recursive: true });
  }
});
