import { execFile } from 'node:child_process';
import { globSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { isProgram } from './own-node.mjs';
import { ROOT } from './paths.mjs';
import { isAtLeast, parseVersion } from './version.mjs';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');

describe('programs', () => {
  it('do not use `import.meta.main`, because before Node 24 it is undefined and they would do nothing', () => {
    const files = globSync('infra/**/*.{mjs,mts}', { cwd: ROOT, exclude: (name) => name === 'node_modules' }).filter(
      (file) => !/\.spec\.(mjs|mts)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => read(file).includes('import.meta.main'))).toEqual([]);
  });

  it('import no TypeScript before they run under a Node that reads it', () => {
    const programs = globSync('{infra,e2e}/**/*.mjs', { cwd: ROOT, exclude: (name) => name === 'node_modules' }).filter(
      (file) => !file.endsWith('.spec.mjs') && /underOwnNode\(import\.meta\.filename/.test(read(file)),
    );
    expect(programs.length).toBeGreaterThan(15);
    const seen = new Set(programs);
    // What is added while the loop runs is visited as well.
    for (const file of seen)
      for (const [, path] of read(file).matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)';/gm))
        seen.add(join(dirname(file), path));
    expect([...seen].filter((file) => file.endsWith('.mts'))).toEqual([]);
  });

  it('know whether they were started or imported', () => {
    expect([isProgram(realpathSync(process.argv[1])), isProgram(import.meta.filename)]).toEqual([true, false]);
  });
});

describe('the versions of Node', () => {
  const least = /^>=(\d+\.\d+)$/.exec(JSON.parse(read('package.json')).engines.node)?.[1];
  const own = read('.node-version').trim();

  it('are two: the oldest that sets everything up, and the one that runs it; README says both', () => {
    expect(read('README.md')).toContain(`You need Node ${least} or newer`);
    expect(read('README.md')).toContain(`Node ${own}`);
    expect(isAtLeast([Number(own)], parseVersion(least))).toBe(true);
  });

  it('are locked with a sum for every kind of machine, apart from the packages', () => {
    const { packages } = JSON.parse(read('infra/node/package-lock.json'));
    const { '': root, ...nodes } = packages;
    expect(root.optionalDependencies).toEqual(JSON.parse(read('infra/node/package.json')).optionalDependencies);
    expect(Object.keys(nodes).sort()).toEqual(
      Object.keys(root.optionalDependencies)
        .map((name) => `node_modules/${name}`)
        .sort(),
    );
    for (const { version, integrity, os, cpu, hasInstallScript } of Object.values(nodes)) {
      expect([version.split('.')[0], integrity?.slice(0, 7), hasInstallScript]).toEqual([own, 'sha512-', undefined]);
      expect([typeof os, typeof cpu]).toEqual(['string', 'string']);
    }
    expect(
      Object.keys(JSON.parse(read('package-lock.json')).packages).filter((path) =>
        /node_modules\/node(-bin-setup)?$/.test(path),
      ),
    ).toEqual([]);
  });

  it('are checked with one clear line', async () => {
    const script =
      "Object.defineProperty(process, 'version', { value: 'v20.18.1' });" +
      "await (await import(process.argv[1])).underOwnNode('x', async () => console.log('ran'));";
    const started = promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      script,
      join(import.meta.dirname, 'own-node.mjs'),
    ]);
    await expect(started).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Node v20.18.1 is too old: Inkling needs ${least}.0 or newer to set itself up.\n`,
    });
  });
});
