import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { isCompatible, noticesOf } from '../licenses/notices.mts';
import { ROOT } from '../local/paths.mjs';

describe('an image', () => {
  let files;
  beforeAll(async () => {
    // In Jest's own process it takes three times as long.
    const args = [join(import.meta.dirname, 'trace.mts'), 'services/polls'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
    files = stdout.trim().split('\n');
  });

  it('brings every migration of a service, although no import names them', () => {
    const sources = globSync('services/polls/src/migrations/Migration*.ts', { cwd: ROOT });
    const built = sources.map((file) => file.replace('/src/', '/dist/').replace(/\.ts$/, '.js'));
    expect(built.length).toBeGreaterThan(5);
    expect(files).toEqual(expect.arrayContaining(built));
  });

  it('has the compatible licence of every package of which it has a file', () => {
    const folders = new Set(files.flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? []));
    const notices = noticesOf(files, ROOT);
    const names = new Set(notices.map(({ name }) => name));
    const others = [...folders]
      .map((folder) => folder.slice('node_modules/'.length))
      .filter((name) => !name.startsWith('@inkling'));
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter((name) => !names.has(name))).toEqual([]);
    expect(notices.filter(({ license, texts }) => !isCompatible(license) || texts.join('').length < 100)).toEqual([]);
  });
});
