/** Tests that ran, counted one by one. */
export interface Totals {
  passed: number;
  failed: number;
}

/**
 * @param report Jest's JSON; undefined when there is none
 * @returns totals in which a file that could not run counts as one failure, and so does an unexplained exit code
 */
export function jestTotals(
  report: { numPassedTests: number; numFailedTests: number; numRuntimeErrorTestSuites: number } | undefined,
  exitCode: number,
): Totals {
  const passed = report?.numPassedTests ?? 0;
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  return { passed, failed: unexplained(failed, exitCode) };
}

/**
 * @param report Playwright's JSON
 * @returns totals in which a test that passed only on a retry counts as failed
 */
export function playwrightTotals(
  report: { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] } | undefined,
  exitCode: number,
): Totals {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return { passed: expected, failed: unexplained(unexpected + flaky + (report?.errors?.length ?? 0), exitCode) };
}

const unexplained = (failed: number, exitCode: number) => (failed === 0 && exitCode !== 0 ? 1 : failed);

export const sum = (parts: Totals[]): Totals =>
  parts.reduce((total, part) => ({ passed: total.passed + part.passed, failed: total.failed + part.failed }), {
    passed: 0,
    failed: 0,
  });

/** @returns the last line of `npm test` */
export const countLine = ({ passed, failed }: Totals): string => `${passed} passed, ${failed} failed`;

/** @returns 0 only when tests ran and none failed */
export const exitCodeOf = ({ passed, failed }: Totals): number => (failed === 0 && passed > 0 ? 0 : 1);
