import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';
import { findProgram, programFolders } from '../local/find-program.mjs';
import { runQuietly } from '../local/install.mjs';
import { withLock } from '../local/lock.mjs';
import { TOOLS } from '../local/paths.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPLICATIONS = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const require = createRequire(import.meta.url);

/**
 * This machine, as far as the search for Chromium is concerned.
 * @typedef {object} Machine
 * @property {readonly string[]} folders where programs are looked for
 * @property {boolean} root whether this process may install packages
 * @property {string} [given] CHROMIUM_PATH
 * @property {string[]} applications further places
 * @property {string} playwright path of Playwright's command line, a script
 * @property {() => string} playwrights where Playwright keeps the Chromium that it downloads
 */

/** @returns {Machine} */
const thisMachine = () => ({
  folders: programFolders(),
  root: process.getuid?.() === 0,
  given: process.env.CHROMIUM_PATH,
  applications: MAC_APPLICATIONS,
  playwright: join(dirname(require.resolve('playwright-core/package.json')), 'cli.js'),
  playwrights: () => require('playwright-core').chromium.executablePath(),
});

/**
 * A Chromium that is on this machine: CHROMIUM_PATH, the PATH, or one that Playwright has downloaded.
 * @param {Machine} [machine]
 * @returns {string | undefined}
 */
export function findChromium({ given, folders, applications, playwrights } = thisMachine()) {
  if (given) return given;
  const found =
    NAMES.map((name) => findProgram(name, folders)).find(Boolean) ?? applications.find((path) => existsSync(path));
  if (found) return found;
  const own = playwrights();
  return own && existsSync(own) ? own : undefined;
}

/**
 * Finds Chromium, or gets it: Debian's package for root there, else Playwright's own download. Any number of processes
 * may ask at once.
 * @param {(line: string) => void} report
 * @param {Machine} [machine]
 * @returns {Promise<string>}
 * @throws {LaunchFailure} when none can be had, with what was tried and what each try answered
 */
export async function acquireChromium(report, machine = thisMachine()) {
  const found = findChromium(machine);
  if (found) {
    if (!works(found))
      throw new LaunchFailure(`${found} does not run: repair it, or set CHROMIUM_PATH to another Chromium.`);
    return found;
  }
  mkdirSync(TOOLS, { recursive: true });
  return withLock(join(TOOLS, 'chromium.lock'), () => install(report, machine), { what: 'installs Chromium', report });
}

async function install(report, machine) {
  const tried = [];
  const attempt = async (label, steps) => {
    report(`Installing Chromium (${label}) ...`);
    for (const [command, ...args] of steps) {
      const { code, output } = await runQuietly(command, args, { ...process.env, DEBIAN_FRONTEND: 'noninteractive' });
      if (code === 0) continue;
      tried.push(`${label}: ${output.trim().split('\n').at(-1) || `code ${code}`}`);
      return;
    }
    tried.push(`${label}: it was installed, and does not run`);
  };
  const working = () => {
    const path = findChromium(machine);
    return path && works(path) ? path : undefined;
  };
  const apt = findProgram('apt-get', machine.folders);
  if (machine.root && apt && !working()) {
    const steps = [
      [apt, '-qq', 'update'],
      [apt, '-qq', '-y', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends', 'install', 'chromium'],
    ];
    // Packages are the whole machine's, so other clones have to wait as well.
    const byDebian = () => (working() ? undefined : attempt("Debian's package", steps));
    await withLock(join(tmpdir(), 'inkling-apt.lock'), async () => byDebian(), { what: 'installs Chromium', report });
  } else {
    tried.push(`Debian's package: ${apt ? 'only root can install it' : 'no apt-get'}`);
  }
  if (!working())
    await attempt('Playwright’s download', [[process.execPath, machine.playwright, 'install', 'chromium']]);
  const installed = working();
  if (installed) return installed;
  const detail = ['Chromium was looked for:', '  the PATH: none', ...tried.map((line) => `  ${line}`)].join('\n');
  const advice = 'install it (Debian: apt install chromium), or set CHROMIUM_PATH.';
  throw new LaunchFailure(`No Chromium for the browser journeys: ${advice}`, { detail });
}

function works(path) {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}
