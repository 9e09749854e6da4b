/** Tests that ran, counted one by one. */
export interface Totals {
  passed: number;
  failed: number;
}

/** Jest's JSON, as far as it is read here. */
export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: JestFile[];
}

/** What Jest says about a spec file. Times are in milliseconds since 1970. */
export interface JestFile {
  /** Absolute path. */
  name: string;
  status: string;
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: {
    ancestorTitles: string[];
    title: string;
    status: string;
    duration?: number | null;
    failureMessages?: string[] | null;
  }[];
}

/** Playwright's JSON, as far as it is read here. */
export interface JourneysReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
  suites?: JourneySuite[];
}

/** A file of journeys, or a part of one. */
export interface JourneySuite {
  title: string;
  specs?: {
    title: string;
    tests: { status: string; results: { status: string; error?: { message?: string } }[] }[];
  }[];
  suites?: JourneySuite[];
}

/**
 * @param report undefined when there is none
 * @returns totals in which a file that could not run counts as one failure, and so does an unexplained exit code
 */
export function jestTotals(report: JestReport | undefined, exitCode: number): Totals {
  const passed = report?.numPassedTests ?? 0;
  const failed = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
  return { passed, failed: unexplained(failed, exitCode) };
}

/** Counts what Jest says about tests. */
export const countTests = (tests: JestFile['assertionResults']): Totals => ({
  passed: tests.filter(({ status }) => status === 'passed').length,
  failed: tests.filter(({ status }) => status === 'failed').length,
});

/**
 * @param report undefined when there is none
 * @returns totals in which a test that passed on a retry counts once, as passed
 */
export function playwrightTotals(report: JourneysReport | undefined, exitCode: number): Totals {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return { passed: expected + flaky, failed: unexplained(unexpected + (report?.errors?.length ?? 0), exitCode) };
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
