/**
 * Tests that ran, counted one by one.
 * @typedef {{ passed: number, failed: number }} Totals
 */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number } | undefined} report
 *   Jest's JSON; undefined when there is none
 * @param {number} exitCode
 * @returns {Totals} a file that could not be run counts as one failure, and so does a runner that fails without saying
 *   why
 */
export function jestTotals(report, exitCode) {
  const passed = report?.numPassedTests ?? 0;
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  return { passed, failed: unexplained(failed, exitCode) };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] } | undefined} report
 *   Playwright's JSON
 * @param {number} exitCode
 * @returns {Totals} a test that passed only when repeated counts as failed
 */
export function playwrightTotals(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return { passed: expected, failed: unexplained(unexpected + flaky + (report?.errors?.length ?? 0), exitCode) };
}

const unexplained = (failed, exitCode) => (failed === 0 && exitCode !== 0 ? 1 : failed);

/**
 * @param {Totals[]} parts
 * @returns {Totals}
 */
export const sum = (parts) =>
  parts.reduce((total, part) => ({ passed: total.passed + part.passed, failed: total.failed + part.failed }), {
    passed: 0,
    failed: 0,
  });

/**
 * @param {Totals} totals
 * @returns {string} the last line of `npm test`
 */
export const countLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/**
 * @param {Totals} totals
 * @returns {number} 0 only when tests ran and none failed
 */
export const exitCodeOf = ({ passed, failed }) => (failed === 0 && passed > 0 ? 0 : 1);
