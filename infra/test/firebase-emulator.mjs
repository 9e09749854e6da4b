import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../local/children.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { fetchOnce } from '../local/fetch-once.mjs';
import { runQuietly } from '../local/install.mjs';
import { TOOLS } from '../local/paths.mjs';
import { freePort } from '../local/ports.mts';
import { createStackFolder } from './stacks.mts';

/** Pins Firebase's command line apart from the other packages, since few machines run its spec. */
const LOCK = join(import.meta.dirname, 'firebase');
const { dependencies: wanted } = JSON.parse(readFileSync(join(LOCK, 'package.json'), 'utf8'));
/** @param {string} folder */
const packageIn = (folder) => join(folder, 'node_modules', 'firebase-tools');
/** Ends a stalled attempt; npm itself waits five minutes for a silent connection. */
const TRY_TIMEOUT_MS = 150_000;
const NPM_TIMEOUTS = [
  '--fetch-timeout=15000',
  '--fetch-retries=4',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];
/** The emulator reads a thousand files first, which takes a busy computer a minute. */
const START_TIMEOUT_MS = 180_000;
/** Firebase's prefix for projects that do not exist: the emulator then makes no outside calls. */
const PROJECT = 'demo-inkling';

/**
 * Installs Firebase's command line, which contains the emulator, unless it is installed.
 * @param {(line: string) => void} [report]
 * @returns {Promise<string>} path of its program, to run with Node
 * @throws {LaunchFailure} when it cannot be installed
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
 * A new Firebase Auth emulator on free ports, without users.
 * @returns {Promise<{ host: string, project: string, stop: () => Promise<void> }>} `host` is `host:port`
 */
export async function startFirebaseEmulator() {
  const program = await acquireFirebaseTools();
  const { root, folders } = createStackFolder();
  const [port, hub, logging] = [await freePort(), await freePort(), await freePort()];
  /** @param {number} number */
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
      // Nothing of the user's own configuration, and no prompts.
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

/** @param {string} folder */
function isComplete(folder) {
  const manifest = join(packageIn(folder), 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted['firebase-tools'];
}

/**
 * @param {string} folder
 * @param {(line: string) => void} report
 */
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
    ...NPM_TIMEOUTS,
  ];
  const attempt = () => runQuietly('npm', ['ci', ...options], process.env, AbortSignal.timeout(TRY_TIMEOUT_MS));
  let { code, output } = await attempt();
  // npm's cache has what the first attempt fetched.
  if (code !== 0) ({ code, output } = await attempt());
  if (code === 0) return;
  throw new LaunchFailure(
    'The Firebase emulator (firebase-tools) could not be installed: ' +
      'make the npm registry reachable, or set INKLING_TEST_FIREBASE=0 to skip its spec.',
    { detail: output },
  );
}

/**
 * @param {string} host
 * @param {import('../local/children.mts').Child} child
 * @param {string} log
 */
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
