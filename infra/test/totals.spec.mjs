import { describe, expect, it } from '@jest/globals';
import { countLine, exitCodeOf, jestTotals, playwrightTotals, sum } from './totals.mts';

const jest = (numPassedTests, numFailedTests = 0, numRuntimeErrorTestSuites = 0) => ({
  numPassedTests,
  numFailedTests,
  numRuntimeErrorTestSuites,
});
const playwright = (expected, unexpected = 0, flaky = 0, errors = []) => ({
  stats: { expected, unexpected, flaky },
  errors,
});

describe('the totals of a test run', () => {
  it('are one line', () =>
    expect(
      countLine(
        sum([
          { passed: 3, failed: 0 },
          { passed: 4, failed: 1 },
        ]),
      ),
    ).toBe('7 passed, 1 failed'));

  it('count a file that could not run and an error outside of tests as failures', () => {
    expect(jestTotals(jest(5, 1, 2), 1)).toEqual({ passed: 5, failed: 3 });
    expect(playwrightTotals(playwright(5, 1, 1, [{}]), 1)).toEqual({ passed: 6, failed: 2 });
  });

  it('count a runner that fails without an explanation, or without a report', () => {
    expect(jestTotals(jest(5), 1)).toEqual({ passed: 5, failed: 1 });
    expect(jestTotals(undefined, 1)).toEqual({ passed: 0, failed: 1 });
    expect(playwrightTotals(undefined, 1)).toEqual({ passed: 0, failed: 1 });
  });

  it('succeed only when tests ran and none failed', () => {
    expect(exitCodeOf({ passed: 1, failed: 0 })).toBe(0);
    expect(exitCodeOf({ passed: 1, failed: 1 })).toBe(1);
    expect(exitCodeOf({ passed: 0, failed: 0 })).toBe(1);
  });
});
