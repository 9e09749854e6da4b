import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';
import { jestTotals, playwrightTotals } from './totals.mts';
import { failedSpecs, toRunAgain, unsteadyJourneys, unsteadyLines, withSecondRun } from './unsteady.mts';

const GROUPS = '/groups';
const MINUTE = 60_000;

/** Tests of a spec file in a group, by their states. */
const tests = (file, states, duration = 1_000) =>
  states.map((status, index) => ({
    ancestorTitles: file ? [file] : [],
    title: `test ${index}`,
    status,
    duration,
    failureMessages: status === 'failed' ? [`${file} ${index} failed`] : [],
  }));

/** Jest's report of files; one that could not run has no failed test. */
function report(files) {
  const testResults = files.map(({ name, message = '', tookMs = 5_000, status, results }) => ({
    name,
    message,
    startTime: 0,
    endTime: tookMs,
    status: status ?? (results.some((test) => test.status === 'failed') ? 'failed' : 'passed'),
    assertionResults: results,
  }));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    numPassedTests: all.filter(({ status }) => status === 'passed').length,
    numFailedTests: all.filter(({ status }) => status === 'failed').length,
    numRuntimeErrorTestSuites: testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
    ).length,
    testResults,
  };
}

const first = report([
  {
    name: '/groups/01.spec.ts',
    results: [...tests('a.spec.ts', ['passed', 'failed', 'failed']), ...tests('b.spec.ts', ['passed', 'passed'])],
  },
  { name: join(ROOT, 'c.spec.mjs'), results: tests('', ['passed', 'failed']) },
  { name: join(ROOT, 'd.spec.mjs'), status: 'failed', message: 'it cannot be loaded', results: [] },
  { name: join(ROOT, 'e.spec.mjs'), results: tests('', ['passed']) },
]);

describe('spec files that failed', () => {
  it('are found in their groups, with their part of the totals', () => {
    expect(jestTotals(first, 1)).toEqual({ passed: 5, failed: 4 });
    expect(failedSpecs(first, 1, GROUPS)).toEqual([
      {
        name: 'a.spec.ts',
        file: join(ROOT, 'a.spec.ts'),
        counted: { passed: 1, failed: 2 },
        tookMs: 3_000,
        failure: 'a.spec.ts › test 1\na.spec.ts 1 failed',
      },
      {
        name: 'c.spec.mjs',
        file: join(ROOT, 'c.spec.mjs'),
        counted: { passed: 1, failed: 1 },
        tookMs: 5_000,
        failure: 'test 1\n 1 failed',
      },
      {
        name: 'd.spec.mjs',
        file: join(ROOT, 'd.spec.mjs'),
        counted: { passed: 0, failed: 1 },
        tookMs: 5_000,
        failure: 'it cannot be loaded',
      },
    ]);
  });

  it('are a whole group if it could not run', () => {
    const broken = report([
      { name: '/groups/01.spec.ts', status: 'failed', message: 'killed', results: tests('a.spec.ts', ['passed']) },
    ]);
    expect(failedSpecs(broken, 1, GROUPS)).toMatchObject([
      { file: '/groups/01.spec.ts', counted: { passed: 1, failed: 1 } },
    ]);
  });

  it('do not run again when a failure belongs to no file', () => {
    expect(failedSpecs(undefined, 1, GROUPS)).toEqual([]);
    expect(failedSpecs({ ...first, numRuntimeErrorTestSuites: 2 }, 1, GROUPS)).toEqual([]);
    expect(failedSpecs(report([]), 1, GROUPS)).toEqual([]);
  });

  it('run again if they are at most three, short, and the run has time', () => {
    const failed = failedSpecs(first, 1, GROUPS);
    expect(toRunAgain(failed, 25 * MINUTE)).toEqual(failed);
    expect(toRunAgain(failed, 25 * MINUTE + 1)).toEqual([]);
    expect(toRunAgain([...failed, failed[0]], 0)).toEqual([]);
    const byChance = ['e2e/crash/crash.spec.ts', 'e2e/api/deletion-kills.spec.ts', 'e2e/api/vote-names.spec.ts'];
    expect(
      toRunAgain(
        byChance.map((name) => ({ ...failed[0], name })),
        0,
      ),
    ).toEqual([]);
    expect(toRunAgain([failed[0], { ...failed[1], tookMs: 4 * MINUTE + 1 }], 0)).toEqual([failed[0]]);
  });
});

describe('a second run', () => {
  const failed = failedSpecs(first, 1, GROUPS);
  const totals = jestTotals(first, 1);

  it('that passes counts each test once', () => {
    const again = report([
      { name: join(ROOT, 'a.spec.ts'), results: tests('', ['passed', 'passed', 'passed']) },
      { name: join(ROOT, 'c.spec.mjs'), status: 'focused', results: tests('', ['passed', 'passed', 'pending']) },
      { name: join(ROOT, 'd.spec.mjs'), results: tests('', ['passed', 'passed', 'passed', 'passed']) },
    ]);
    const { totals: sums, unsteady } = withSecondRun(totals, failed, again);
    // Three of a, two each of b and c, four of d, one of e.
    expect(sums).toEqual({ passed: 12, failed: 0 });
    expect(unsteady.map(({ name }) => name)).toEqual(['a.spec.ts', 'c.spec.mjs', 'd.spec.mjs']);
  });

  it('that fails changes nothing for its file, however many tests pass in it', () => {
    const again = report([
      { name: join(ROOT, 'a.spec.ts'), results: tests('', ['passed', 'failed', 'passed']) },
      { name: join(ROOT, 'c.spec.mjs'), results: tests('', ['pending', 'pending']) },
    ]);
    expect(withSecondRun(totals, failed, again)).toEqual({ totals, unsteady: [] });
    expect(withSecondRun(totals, failed, undefined)).toEqual({ totals, unsteady: [] });
  });
});

describe('a journey that passes when it runs again', () => {
  const test = (status, ...results) => ({ status, results });
  const suites = [
    {
      title: 'journeys/feed.spec.ts',
      specs: [{ title: 'scrolls', tests: [test('expected', { status: 'passed' })] }],
      suites: [
        {
          title: 'one size',
          specs: [
            {
              title: 'loads',
              tests: [
                test(
                  'flaky',
                  {
                    status: 'failed',
                    error: { message: '\u001b[31mtoo late\u001b[39m\n    at run (/node_modules/x.js)' },
                  },
                  { status: 'passed' },
                ),
              ],
            },
            { title: 'breaks', tests: [test('unexpected', { status: 'failed' }, { status: 'failed' })] },
          ],
        },
      ],
    },
  ];

  it('counts once, as passed, and one that fails twice as failed', () => {
    const stats = { expected: 1, unexpected: 1, flaky: 1 };
    expect(playwrightTotals({ stats, errors: [], suites }, 1)).toEqual({ passed: 2, failed: 1 });
  });

  it('is named with its first failure', () => {
    expect(unsteadyLines(unsteadyJourneys(suites))).toEqual([
      'UNSTEADY: journeys/feed.spec.ts › one size › loads failed, and passed when it ran again. Mend it. Its failure was:',
      '  too late',
    ]);
  });
});
