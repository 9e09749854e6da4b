import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchFailure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { ROOT, TOOLS } from './paths.mjs';

/** What our last `npm ci` installed. After anybody else's, npm's own list is compared. */
const STAMP = join(ROOT, 'node_modules', '.inkling-installed');

/**
 * Whether npm's list of an installation has every package of a lock file that is not optional, in its version.
 * @param {{ packages?: Record<string, { version?: string, optional?: boolean, link?: boolean }> } | undefined} lock
 * @param {{ packages?: Record<string, { version?: string, link?: boolean }> } | undefined} installed
 * @returns {boolean}
 */
export function isInstalled(lock, installed) {
  if (!lock?.packages || !installed?.packages) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed.packages?.[path];
    if (!found) return wanted.optional === true;
    return found.version === wanted.version;
  });
}

/**
 * Runs `npm ci` when packages are missing or differ from the lock file; one process at a time in this clone.
 * @param {(line: string) => void} report
 * @throws {LaunchFailure} with npm's own output
 */
export async function installDependencies(report) {
  if (isUpToDate()) return;
  mkdirSync(TOOLS, { recursive: true });
  await withLock(join(TOOLS, 'packages.lock'), () => install(report), { what: 'installs packages', report });
}

const isUpToDate = () =>
  read(STAMP) === wantedPackages() ||
  isInstalled(json('package-lock.json'), json('node_modules', '.package-lock.json'));

/** @param {(line: string) => void} report */
async function install(report) {
  if (isUpToDate()) return;
  report('Installing packages (npm ci) ...');
  // Under NODE_ENV=production npm would leave out what builds.
  const { code, output } = await runQuietly(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    process.env,
  );
  if (code !== 0)
    throw new LaunchFailure('The packages could not be installed: see npm’s message above.', { detail: output });
  writeFileSync(STAMP, wantedPackages());
}

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** @param {string[]} path */
function json(...path) {
  const text = read(join(ROOT, ...path));
  return text === undefined ? undefined : JSON.parse(text);
}

function wantedPackages() {
  const hash = createHash('sha256');
  for (const name of ['package.json', 'package-lock.json']) hash.update(read(join(ROOT, name)) ?? '');
  return hash.digest('hex');
}

/**
 * Runs a program in the repository's folder and keeps what it prints.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} [signal] ends the program
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args, env, signal) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    /** @param {Buffer} chunk */
    const keep = (chunk) => (output += chunk);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
