import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from '../local/lock.mjs';
import { dataPaths } from '../local/paths.mjs';
import { identify, isRunning } from '../local/process-identity.mjs';

/** What outlives a test run, such as PostgreSQL's files. */
export const TEST_DATA = dataPaths('.data/test');
const HOLDERS = join(TEST_DATA.root, 'holders');
const ADDRESS = join(TEST_DATA.root, 'keeper.json');
const KEEPER_LOG = join(TEST_DATA.logs, 'keeper.log');
const START_TIMEOUT_MS = 90_000;

/**
 * The superuser's URL of a PostgreSQL for tests: TEST_DATABASE_URL, or a server that all test processes of this clone
 * share. The first process starts it, and it ends soon after the last one.
 */
export async function testDatabaseUrl(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
  for (const folder of [TEST_DATA.logs, TEST_DATA.run, HOLDERS]) mkdirSync(folder, { recursive: true });
  // Renamed into place, because a half-written file would look like that of a process that is gone.
  const fresh = join(TEST_DATA.root, `holder-${process.pid}.new`);
  writeFileSync(fresh, JSON.stringify(identify(process.pid)));
  renameSync(fresh, join(HOLDERS, `${process.pid}.json`));
  return withStartLock(async () => runningKeeper()?.url ?? (await startKeeper()));
}

/** @returns whether any process still uses the database */
export function hasHolders(): boolean {
  let held = false;
  for (const file of readdirSync(HOLDERS)) {
    if (isRunning(readJson(join(HOLDERS, file)))) held = true;
    else rmSync(join(HOLDERS, file), { force: true });
  }
  return held;
}

/** @param url the server's address for other processes; undefined when the server is about to end */
export function announce(url: string | undefined) {
  if (url) writeFileSync(ADDRESS, JSON.stringify({ ...identify(process.pid), url }), { mode: 0o600 });
  else rmSync(ADDRESS, { force: true });
}

/** Excludes starting and ending the server at the same time, across processes. */
export async function withStartLock<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const lock = await acquireLock(join(TEST_DATA.root, 'start-lock'));
    if (lock.held) {
      try {
        return await work();
      } finally {
        await lock.release();
      }
    }
    if (Date.now() > deadline) throw new Error(`Process ${lock.pid} does not finish starting the tests' PostgreSQL`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function runningKeeper() {
  const found = readJson(ADDRESS);
  return isRunning(found) ? found : undefined;
}

async function startKeeper() {
  const log = openSync(KEEPER_LOG, 'w');
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.mts')], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  keeper.unref();
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const found = runningKeeper();
    if (found && found.pid === keeper.pid) return found.url;
    if (keeper.exitCode !== null || keeper.signalCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`The tests' PostgreSQL does not start: ${readFileSync(KEEPER_LOG, 'utf8').trim()}`);
}

function readJson(file: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
