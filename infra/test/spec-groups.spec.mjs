import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';
import { TEST_DATA } from './shared-postgres.mts';
import { specFiles, writeGroup } from './spec-groups.mts';

let folder;
beforeAll(() => (folder = mkdtempSync(join(TEST_DATA.root, 'groups-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe('groups of spec files', () => {
  it('and the files that run alone are all spec files, each once', async () => {
    const files = await specFiles(join(folder, 'all'));
    const groups = files.filter((file) => file.startsWith(folder));
    const grouped = groups.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/=> require\("(.+)"\)/g)].map(([, path]) => path),
    );
    expect(grouped.length).toBeGreaterThan(5 * groups.length);
    const exclude = (name) => ['node_modules', 'dist', '.data', 'journeys'].includes(name);
    const all = globSync('{libs,services,gateway,infra,e2e,web}/**/*.spec.{ts,tsx,mts,mjs}', { cwd: ROOT, exclude });
    const found = [...grouped, ...files.filter((file) => !groups.includes(file))];
    expect(found.sort()).toEqual(all.map((file) => join(ROOT, file)).sort());
  });

  it("run each file's hooks and mocks for it alone, and a file that cannot be loaded is one failure", () => {
    const globals = `import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';\n`;
    const texts = [
      `let ready = false; beforeAll(() => { ready = true; jest.spyOn(Math, 'random').mockReturnValue(2); });
       it('has its hooks', () => expect([ready, Math.random()]).toEqual([true, 2]));`,
      `throw new Error('It is broken');`,
      `it('has no mocks of others', () => expect(Math.random()).toBeLessThan(1));`,
    ];
    const specs = texts.map((text, index) => {
      const file = join(folder, `${index}.spec.ts`);
      writeFileSync(file, globals + text);
      return file;
    });
    const group = writeGroup(folder, specs, 7);
    const report = join(folder, 'report.json');
    const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
    const options = ['--json', `--outputFile=${report}`, '--testMatch', group, '--runTestsByPath', group];
    spawnSync(process.execPath, [jest, ...options], {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules' },
    });
    const [{ assertionResults }] = JSON.parse(readFileSync(report, 'utf8')).testResults;
    expect(assertionResults.map(({ title, status, failureMessages: [failure] }) => [title, status, failure])).toEqual([
      ['has its hooks', 'passed', undefined],
      ['can be loaded', 'failed', expect.stringContaining('It is broken')],
      ['has no mocks of others', 'passed', undefined],
    ]);
  });
});
