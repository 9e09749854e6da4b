import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const MODULE = pathToFileURL(join(import.meta.dirname, 'settings.mjs')).href;

describe('settings', () => {
  let folder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-settings-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /**
   * `DATA_DIR` and `PORT` in a command that was started with PORT=1. It is a separate process, since the environment of
   * a spec is a copy.
   */
  const known = async () => {
    const script = `
      const { loadSettings } = await import(${JSON.stringify(MODULE)});
      loadSettings(${JSON.stringify(folder)});
      console.log(JSON.stringify([process.env.DATA_DIR, process.env.PORT]));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      env: { PATH: process.env.PATH, PORT: '1' },
    });
    return JSON.parse(stdout);
  };

  it('come from .env, unless the environment has them', async () => {
    expect(await known()).toEqual([null, '1']);
    await writeFile(join(folder, '.env'), 'DATA_DIR=/srv/inkling\nPORT=2\n');
    expect(await known()).toEqual(['/srv/inkling', '1']);
  });
});
