import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { seconds, writeMetrics } from './metrics.mjs';

it('metrics of backups stay until they are written anew, for any reader, one file at a time', async () => {
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
