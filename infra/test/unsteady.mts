import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../local/paths.mjs';
import { countTests, jestTotals, type JestFile, type JestReport, type JourneySuite, type Totals } from './totals.mts';

/** More failed files are no accident, so none of them runs again. */
const MOST_FILES = 3;
/** A file that takes longer than this does not run again. */
const LONGEST_MS = 4 * 60_000;
/** Nothing that begins after this time runs again, so that the whole run keeps its limit. */
export const LATEST_MS = 25 * 60_000;
/** Specs that look for rare faults at random moments: one that showed once is there, though it may not show again. */
const BY_CHANCE = /\/(?:crash\/|(?:fuzz|anonymity|vote-(?:names|joins)|[\w-]*-kills)\.spec)/;
/** Lines of a failure that are printed again at the end. */
const FAILURE_LINES = 25;

/** A test, or a spec file, that failed and passed when it ran again. */
export interface Unsteady {
  name: string;
  /** Message of the first failure. */
  failure: string;
}

/** A spec file with failures. */
export interface FailedSpec extends Unsteady {
  /** Absolute path. */
  file: string;
  /** Its part of the totals. */
  counted: Totals;
  tookMs: number;
}

/**
 * The spec files with failures, by themselves where they ran in a group.
 * @param groups folder of the groups
 * @returns an empty list when failures remain that belong to no file
 */
export function failedSpecs(report: JestReport | undefined, exitCode: number, groups: string): FailedSpec[] {
  const files = report?.testResults.filter(({ status }) => status === 'failed') ?? [];
  const failed = files.flatMap((file) => (isSplit(file, groups) ? partsOf(file) : [wholeOf(file)]));
  const explained = failed.reduce((total, { counted }) => total + counted.failed, 0);
  return explained === jestTotals(report, exitCode).failed ? failed : [];
}

/** A group whose failures are all those of tests, each of which is below the name of its file. */
const isSplit = ({ name, assertionResults }: JestFile, groups: string) =>
  name.startsWith(join(groups, '/')) && assertionResults.some(({ status }) => status === 'failed');

function partsOf({ assertionResults }: JestFile): FailedSpec[] {
  const parts = Map.groupBy(assertionResults, ({ ancestorTitles: [file = ''] }) => file);
  return [...parts].flatMap(([name, tests]) => {
    const counted = countTests(tests);
    if (counted.failed === 0) return [];
    const tookMs = tests.reduce((total, { duration }) => total + (duration ?? 0), 0);
    return [{ name, file: join(ROOT, name), counted, tookMs, failure: firstFailure(tests) ?? '' }];
  });
}

function wholeOf({ name, assertionResults, message, startTime, endTime }: JestFile): FailedSpec {
  const { passed, failed } = countTests(assertionResults);
  // A file that cannot run counts as one failure.
  const counted = { passed, failed: Math.max(failed, 1) };
  const failure = firstFailure(assertionResults) ?? message;
  return { name: relative(ROOT, name), file: name, counted, tookMs: endTime - startTime, failure };
}

function firstFailure(tests: JestFile['assertionResults']) {
  const test = tests.find(({ status }) => status === 'failed');
  return test && `${[...test.ancestorTitles, test.title].join(' › ')}\n${test.failureMessages?.[0] ?? ''}`;
}

/**
 * Which spec files run once more, alone.
 * @param elapsedMs since the whole run began
 */
export function toRunAgain(failed: readonly FailedSpec[], elapsedMs: number): readonly FailedSpec[] {
  if (failed.length > MOST_FILES || elapsedMs > LATEST_MS) return [];
  return failed.filter(({ tookMs, name }) => tookMs <= LONGEST_MS && !BY_CHANCE.test(name));
}

/**
 * @param first totals of the run in which `failed` failed
 * @param again report of the run of these files alone
 * @returns totals that count each test once: as in the second run where its file passed there
 */
export function withSecondRun(
  first: Totals,
  failed: readonly FailedSpec[],
  again: JestReport | undefined,
): { totals: Totals; unsteady: Unsteady[] } {
  const totals = { ...first };
  const unsteady = failed.filter(({ file, counted }) => {
    const result = again?.testResults.find(({ name }) => name === file);
    const { passed } = countTests(result?.assertionResults ?? []);
    if (!result || result.status === 'failed' || passed === 0) return false;
    totals.passed += passed - counted.passed;
    totals.failed -= counted.failed;
    return true;
  });
  return { totals, unsteady: unsteady.map(({ name, failure }) => ({ name, failure })) };
}

/** The journeys that passed only when they ran again. */
export const unsteadyJourneys = (suites: readonly JourneySuite[] = [], titles: readonly string[] = []): Unsteady[] =>
  suites.flatMap(({ title, specs = [], suites: inner }) => {
    const path = [...titles, title];
    const found = specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'flaky')
        .map(({ results: [first] }) => ({
          name: [...path, spec.title].join(' › '),
          failure: first?.error?.message ?? first?.status ?? '',
        })),
    );
    return [...found, ...unsteadyJourneys(inner, path)];
  });

/** @returns lines that name unsteady tests, for the end of a run */
export const unsteadyLines = (unsteady: readonly Unsteady[]): string[] =>
  unsteady.flatMap(({ name, failure }) => [
    `UNSTEADY: ${name} failed, and passed when it ran again. Mend it. Its failure was:`,
    ...stripVTControlCharacters(failure)
      .trim()
      .split('\n')
      .filter((line) => !/^ +at .*node(?:_modules|:internal)/.test(line))
      .slice(0, FAILURE_LINES)
      .map((line) => `  ${line}`),
  ]);
