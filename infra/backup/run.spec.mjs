import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { runBackup } from './run.mjs';

it('figures that cannot be written do not hide why a backup failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-run-'));
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const values = { from: join(folder, 'none'), verify: true, metrics: file };
    const context = { values, env: {}, definitions: async () => [], find: async () => undefined };
    await expect(runBackup(/** @type {any} */ (context), '')).rejects.toThrow('no complete backup');
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('could not be written'));
  } finally {
    warn.mockRestore();
    log.mockRestore();
    await rm(folder, { recursive: true });
  }
});
