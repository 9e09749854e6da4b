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
import { specFiles } from './spec-groups.mts';
import { countLine, exitCodeOf, jestTotals, playwrightTotals, sum, type Totals } from './totals.mts';

const USAGE = 'Usage: npm test [-- --only jest|e2e [options of that runner]]';
interface Runner {
  /** Fetches what the tests need; `run` gets its result. */
  prepare: (rest: string[]) => Promise<string | void>;
  run: (reportFile: string, rest: string[], prepared: string | void) => Promise<Totals>;
}
const RUNNERS: Record<string, Runner> = {
  jest: { prepare: fetchForSpecs, run: runJest },
  e2e: { prepare: () => acquireChromium(report), run: runJourneys },
};
const report = (line: string) => console.log(line);
/** More workers than a small machine has cores, since specs wait for servers part of their time. */
const WORKERS = Math.max(3, availableParallelism() - 1);

/** Runs every test there is and prints, alone on the last line, how many passed and failed. Ends the process. */
export async function runTests(args: string[]) {
  const { only, rest } = readArguments(args);
  const runners = Object.entries(RUNNERS).filter(([name]) => only === undefined || name === only);
  await mkdir(TEST_DATA.root, { recursive: true });
  const reports = await mkdtemp(join(TEST_DATA.root, 'reports-'));
  const totals: Totals[] = [];
  try {
    // Fetching waits for the network, and the build for the processor, so they run together.
    const prepared = runners.map(([, runner]) => runner.prepare(rest));
    for (const preparation of prepared) preparation.catch(() => undefined);
    await build(report);
    process.env.TEST_DATABASE_URL = await testDatabaseUrl();
    for (const [index, [name, runner]] of runners.entries())
      totals.push(await runner.run(join(reports, `${name}.json`), rest, await prepared[index]));
  } catch (error) {
    if (error instanceof LaunchFailure && error.detail) console.error(error.detail);
    console.error(error instanceof LaunchFailure ? error.message : ((error as Error).stack ?? reasonOf(error)));
    totals.push({ passed: 0, failed: 1 });
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
  const total = sum(totals);
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

async function runJest(reportFile: string, rest: string[]) {
  const chosen = rest.some((arg: string) => arg.startsWith('--maxWorkers') || arg === '-w' || arg === '-i');
  const workers = chosen ? [] : [`--maxWorkers=${WORKERS}`];
  const env = {
    ...process.env,
    NODE_OPTIONS:
      `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings=ExperimentalWarning`.trim(),
  };
  const reporters = ['default', join(import.meta.dirname, 'progress-reporter.mjs')].map(
    (name) => `--reporters=${name}`,
  );
  const order = `--testSequencer=${join(import.meta.dirname, 'given-order.mjs')}`;
  const files = rest.length === 0 ? [order, '--runTestsByPath', ...(await specFiles())] : rest;
  const args = ['--ci', '--json', `--outputFile=${reportFile}`, ...reporters, ...workers, ...files];
  const code = await runRunner(join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'), args, {
    name: 'Jest',
    cwd: ROOT,
    env,
  });
  return jestTotals(await readReport(reportFile), code);
}

async function runJourneys(reportFile: string, rest: string[], chromium: string | void) {
  const env = {
    ...process.env,
    CHROMIUM_PATH: chromium ?? undefined,
    E2E_PORT: String(await freePort()),
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    E2E_JSON_REPORT: '1',
  };
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  const args = ['test', '-c', join(ROOT, 'e2e', 'playwright.config.ts'), ...rest];
  const code = await runRunner(cli, args, { name: 'Playwright', cwd: ROOT, env });
  return playwrightTotals(await readReport(reportFile), code);
}

const readReport = (file: string) => readFile(file, 'utf8').then(JSON.parse, () => undefined);
