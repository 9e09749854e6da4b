import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { removeOrphans } from './build.mts';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkling-build-spec-'));
  for (const part of ['src/migrations', 'dist/migrations']) mkdirSync(join(folder, part), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function compiled(...names) {
  for (const name of names)
    for (const ending of ['.js', '.js.map', '.d.ts']) writeFileSync(join(folder, 'dist', name + ending), '');
}

describe('what the compiler left of sources that are gone', () => {
  it('is removed, and nothing else', () => {
    writeFileSync(join(folder, 'src', 'index.ts'), '');
    writeFileSync(join(folder, 'src', 'migrations', 'Migration2.ts'), '');
    compiled('index', 'migrations/Migration1', 'migrations/Migration2');
    writeFileSync(join(folder, 'dist', 'words.json'), '');
    removeOrphans(folder);
    expect(readdirSync(join(folder, 'dist')).toSorted()).toEqual([
      'index.d.ts',
      'index.js',
      'index.js.map',
      'migrations',
      'words.json',
    ]);
    expect(readdirSync(join(folder, 'dist', 'migrations'))).toHaveLength(3);
    expect(existsSync(join(folder, 'dist', 'migrations', 'Migration2.js'))).toBe(true);
  });

  it('is nothing in a package that was never built', () => {
    rmSync(join(folder, 'dist'), { recursive: true });
    expect(() => removeOrphans(folder)).not.toThrow();
  });
});
