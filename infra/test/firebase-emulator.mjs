import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../local/children.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { fetchOnce } from '../local/fetch-once.mjs';
import { runQuietly } from '../local/install.mjs';
import { TOOLS } from '../local/paths.mjs';
import { freePort } from '../local/ports.mts';
import { identify } from '../local/process-identity.mjs';
import { TEST_DATA } from './shared-postgres.mts';

/** Locks Firebase's command line and all that it needs, apart from the packages: few machines run its spec. */
const LOCK = join(import.meta.dirname, 'firebase');
const { dependencies: wanted } = JSON.parse(readFileSync(join(LOCK, 'package.json'), 'utf8'));
const packageIn = (folder) => join(folder, 'node_modules', 'firebase-tools');
/** A try that has stalled is given up; npm itself waits five minutes for a connection on which nothing comes. */
const TRY_TIMEOUT_MS = 150_000;
const PATIENCE = [
  '--fetch-timeout=15000',
  '--fetch-retries=4',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];
/** It reads a thousand files first, which a busy computer takes a minute for. */
const START_TIMEOUT_MS = 180_000;
/** Firebase's own prefix for projects that exist nowhere: the emulator then calls nothing outside. */
const PROJECT = 'demo-inkling';

/**
 * Installs Firebase's command line, which brings the emulator, into a folder of its own when it is missing there.
 * @param {(line: string) => void} [report]
 * @returns {Promise<string>} path of its program, to run with Node
 * @throws {LaunchFailure} when it cannot be had
 */
export async function acquireFirebaseTools(report = () => {}) {
  const folder = await fetchOnce({
    tools: TOOLS,
    name: 'firebase-tools',
    isComplete,
    fetch: (fresh) => install(fresh, report),
    report,
  });
  return join(packageIn(folder), 'lib', 'bin', 'firebase.js');
}

/**
 * A Firebase Auth emulator on ports of its own, without users.
 * @returns {Promise<{ host: string, project: string, stop: () => Promise<void> }>} `host` is `host:port`
 */
export async function startFirebaseEmulator() {
  const program = await acquireFirebaseTools();
  // Among the stacks, so that one that a killed test process left is ended with them.
  const root = join(TEST_DATA.root, 'stacks', `${process.pid}-${randomBytes(4).toString('hex')}`);
  const folders = { logs: join(root, 'logs'), run: join(root, 'run') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, 'owner.json'), JSON.stringify(identify(process.pid)));
  const [port, hub, logging] = [await freePort(), await freePort(), await freePort()];
  const on = (number) => ({ host: '127.0.0.1', port: number });
  writeFileSync(
    join(root, 'firebase.json'),
    JSON.stringify({
      emulators: {
        auth: on(port),
        hub: on(hub),
        logging: on(logging),
        ui: { enabled: false },
        singleProjectMode: true,
      },
    }),
  );
  const child = startChild(
    {
      name: 'firebase',
      command: process.execPath,
      args: [program, 'emulators:start', '--only', 'auth', '--project', PROJECT],
      cwd: root,
      // Its settings are of this run alone, and it asks nobody anything.
      env: {
        PATH: process.env.PATH,
        HOME: root,
        XDG_CONFIG_HOME: join(root, 'config'),
        CI: '1',
        NO_UPDATE_NOTIFIER: '1',
      },
    },
    folders,
  );
  const stop = async () => {
    await child.stop();
    rmSync(root, { recursive: true, force: true });
  };
  const host = `127.0.0.1:${port}`;
  try {
    await untilReady(host, child, join(folders.logs, 'firebase.log'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { host, project: PROJECT, stop };
}

function isComplete(folder) {
  const manifest = join(packageIn(folder), 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted['firebase-tools'];
}

async function install(folder, report) {
  report('Installing the Firebase emulator (firebase-tools, 222 MB, once) ...');
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(LOCK, file), join(folder, file));
  const options = [
    '--prefix',
    folder,
    '--omit=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...PATIENCE,
  ];
  const attempt = () => runQuietly('npm', ['ci', ...options], process.env, AbortSignal.timeout(TRY_TIMEOUT_MS));
  let { code, output } = await attempt();
  // What the first one has fetched is in npm's cache.
  if (code !== 0) ({ code, output } = await attempt());
  if (code === 0) return;
  throw new LaunchFailure(
    'The Firebase emulator (firebase-tools) could not be installed: make the npm registry reachable, or set INKLING_TEST_FIREBASE=0 to go without its spec.',
    { detail: output },
  );
}

async function untilReady(host, child, log) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.running() && Date.now() < deadline) {
    const answered = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(1_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new LaunchFailure(
    `The Firebase emulator does not start: ${readFileSync(log, 'utf8').trim().split('\n').at(-1)}`,
  );
}
