import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build } from '../local/build.mts';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { acquireNats } from '../local/nats-acquire.mts';
import { ROOT } from '../local/paths.mjs';
import { freePort } from '../local/ports.mts';
import { acquireNginx } from '../nginx/acquire-nginx.mts';
import { acquireChromium } from './chromium.mts';
import { acquireFirebaseTools } from './firebase-emulator.mjs';
import { runRunner } from './runner.mts';
import { TEST_DATA, testDatabaseUrl } from './shared-postgres.mts';
import { GROUPS, specFiles } from './spec-groups.mts';
import { countLine, exitCodeOf, jestTotals, playwrightTotals, sum } from './totals.mts';
import type { JestReport, JourneysReport, Totals } from './totals.mts';
import {
  LATEST_MS,
  failedSpecs,
  toRunAgain,
  unsteadyJourneys,
  unsteadyLines,
  withSecondRun,
  type FailedSpec,
  type Unsteady,
} from './unsteady.mts';

const USAGE = 'Usage: npm test [-- --only jest|e2e [options of that runner]]';
interface Runner {
  /** Fetches what the tests need; `run` gets its result. */
  prepare: (rest: string[]) => Promise<string | void>;
  run: (reportFile: string, rest: string[], prepared: string | void) => Promise<Outcome>;
}
interface Outcome {
  totals: Totals;
  /** Tests that failed and have passed since then. */
  unsteady?: Unsteady[];
  /** Spec files that may run again. */
  failed?: FailedSpec[];
}
const RUNNERS: Record<string, Runner> = {
  jest: { prepare: fetchForSpecs, run: runJest },
  e2e: { prepare: () => acquireChromium(report), run: runJourneys },
};
const report = (line: string) => console.log(line);
/** More workers than a small machine has cores, since specs wait for servers part of their time. */
const WORKERS = Math.max(3, availableParallelism() - 1);
/** Spec files that run again are at most three, each of which took less than four minutes beside others. */
const AGAIN_LIMIT_MS = 5 * 60_000;
/** With more failing journeys than this, the rest shows nothing new. */
const MOST_FAILED_JOURNEYS = 20;
/** When the run began that these tests are a part of. */
const STARTED_MS = process.env.RUN_STARTED ? Number(process.env.RUN_STARTED) * 1_000 : Date.now();

/** Runs every test there is and prints, alone on the last line, how many passed and failed. Ends the process. */
export async function runTests(args: string[]) {
  const { only, rest } = readArguments(args);
  const runners = Object.entries(RUNNERS).filter(([name]) => only === undefined || name === only);
  await mkdir(TEST_DATA.root, { recursive: true });
  // Tests start the product many times, and other programs hundreds of times.
  process.env.NODE_COMPILE_CACHE ??= join(TEST_DATA.root, 'compile-cache');
  const reports = await mkdtemp(join(TEST_DATA.root, 'reports-'));
  const outcomes: Outcome[] = [];
  try {
    // Fetching waits for the network, and the build for the processor, so they run together.
    const prepared = runners.map(([, runner]) => runner.prepare(rest));
    for (const preparation of prepared) preparation.catch(() => undefined);
    await build(report);
    process.env.TEST_DATABASE_URL = await testDatabaseUrl();
    for (const [index, [name, runner]] of runners.entries()) {
      const outcome = await runner.run(join(reports, `${name}.json`), rest, await prepared[index]);
      outcomes.push(await withSpecsRunAgain(outcome, join(reports, 'again.json')));
    }
  } catch (error) {
    if (error instanceof LaunchFailure && error.detail) console.error(error.detail);
    console.error(error instanceof LaunchFailure ? error.message : ((error as Error).stack ?? reasonOf(error)));
    outcomes.push({ totals: { passed: 0, failed: 1 } });
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
  const total = sum(outcomes.map(({ totals }) => totals));
  for (const line of unsteadyLines(outcomes.flatMap(({ unsteady }) => unsteady ?? []))) console.log(line);
  console.log(countLine(total));
  process.exit(exitCodeOf(total));
}

function readArguments(args: string[]) {
  if (args[0] !== '--only') {
    if (args.length > 0) throw new LaunchFailure(USAGE);
    return { only: undefined, rest: [] };
  }
  const [, only = '', ...rest] = args;
  if (!(only in RUNNERS)) throw new LaunchFailure(USAGE);
  return { only, rest };
}

/** Fetches everything before the specs' time limits begin. Only a missing NATS server is an error here. */
async function fetchForSpecs(rest: string[]) {
  if (rest.length > 0) return;
  const firebase = process.env.INKLING_TEST_FIREBASE === '0' ? undefined : acquireFirebaseTools(report);
  await Promise.all([acquireNats({ report }), acquireNginx(), firebase?.catch(() => undefined)]);
}

async function runJest(reportFile: string, rest: string[]): Promise<Outcome> {
  const chosen = rest.some((arg: string) => arg.startsWith('--maxWorkers') || arg === '-w' || arg === '-i');
  const workers = chosen ? [] : [`--maxWorkers=${WORKERS}`];
  const order = `--testSequencer=${join(import.meta.dirname, 'given-order.mjs')}`;
  const whole = rest.length === 0;
  const files = whole ? [order, '--runTestsByPath', ...(await specFiles())] : rest;
  const { result, code } = await jest(reportFile, [...workers, ...files]);
  return { totals: jestTotals(result, code), failed: whole ? failedSpecs(result, code, GROUPS) : [] };
}

async function jest(reportFile: string, args: string[], limitMs?: number) {
  const env = {
    ...process.env,
    NODE_OPTIONS:
      `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings=ExperimentalWarning`.trim(),
  };
  const reporters = ['default', join(import.meta.dirname, 'progress-reporter.mjs')].map(
    (name) => `--reporters=${name}`,
  );
  const code = await runRunner(
    join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
    ['--ci', '--json', `--outputFile=${reportFile}`, ...reporters, ...args],
    { name: 'Jest', cwd: ROOT, env, limitMs },
  );
  const result: JestReport | undefined = await readReport(reportFile);
  return { result, code };
}

/** Runs the few spec files that failed once more, while nothing else needs the processor. */
async function withSpecsRunAgain(outcome: Outcome, reportFile: string): Promise<Outcome> {
  const specs = toRunAgain(outcome.failed ?? [], Date.now() - STARTED_MS);
  if (specs.length === 0) return outcome;
  report(`Running again, alone: ${specs.map(({ name }) => name).join(', ')}`);
  const { result } = await jest(
    reportFile,
    ['--runInBand', '--runTestsByPath', ...specs.map(({ file }) => file)],
    AGAIN_LIMIT_MS,
  );
  return withSecondRun(outcome.totals, specs, result);
}

async function runJourneys(reportFile: string, rest: string[], chromium: string | void): Promise<Outcome> {
  const env = {
    ...process.env,
    CHROMIUM_PATH: chromium ?? undefined,
    E2E_PORT: String(await freePort()),
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    E2E_JSON_REPORT: '1',
  };
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  const retries = Date.now() - STARTED_MS > LATEST_MS ? 0 : 1;
  const options = rest.length > 0 ? rest : [`--retries=${retries}`, `--max-failures=${MOST_FAILED_JOURNEYS}`];
  const args = ['test', '-c', join(ROOT, 'e2e', 'playwright.config.ts'), ...options];
  const code = await runRunner(cli, args, { name: 'Playwright', cwd: ROOT, env });
  const result: JourneysReport | undefined = await readReport(reportFile);
  return { totals: playwrightTotals(result, code), unsteady: unsteadyJourneys(result?.suites) };
}

const readReport = (file: string) => readFile(file, 'utf8').then(JSON.parse, () => undefined);
