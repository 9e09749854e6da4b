import { globSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isProgram } from './own-node.mjs';
import { ROOT } from './paths.mjs';

describe('programs', () => {
  it('do not ask `import.meta.main`, which is undefined before Node 24 and would have them end without a word', () => {
    const files = globSync('infra/**/*.mjs', { cwd: ROOT, exclude: (name) => name === 'node_modules' }).filter((file) => !file.endsWith('.spec.mjs'));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('import.meta.main'))).toEqual([]);
  });

  it('know whether they were started or imported', () => {
    expect([isProgram(realpathSync(process.argv[1])), isProgram(import.meta.filename)]).toEqual([true, false]);
  });
});
