import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEBIAN_TOOLS, unpackDebianPackages } from '../local/debian-package.mts';
import { LaunchFailure } from '../local/failure.mjs';
import { fetchOnce } from '../local/fetch-once.mjs';
import { findProgram, programFolders } from '../local/find-program.mts';
import { runQuietly } from '../local/install.mjs';
import { withLock } from '../local/lock.mjs';
import { TOOLS } from '../local/paths.mjs';

/** Chromium without windows, which needs half the processor time for the same pages. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Ordinary Chromium works as well, so a slow network must not delay the journeys. */
const SHELL_TIMEOUT_MS = 60_000;
const MAC_APPLICATIONS = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const require = createRequire(import.meta.url);

/** This machine, as far as the search for Chromium is concerned. */
export interface Machine {
  /** Where programs are looked for. */
  folders: readonly string[];
  /** Whether this process may install packages. */
  root: boolean;
  /** CHROMIUM_PATH. */
  given?: string;
  /** Further places. */
  applications: string[];
  /** Where an unpacked headless shell is kept. */
  tools: string;
  /** Path of Playwright's command line, a script. */
  playwright: string;
  /** Where Playwright keeps the Chromium that it downloads. */
  playwrights: () => string;
}

const thisMachine = (): Machine => ({
  folders: programFolders(),
  root: process.getuid?.() === 0,
  given: process.env.CHROMIUM_PATH,
  applications: MAC_APPLICATIONS,
  tools: TOOLS,
  playwright: join(dirname(require.resolve('playwright-core/package.json')), 'cli.js'),
  playwrights: () => require('playwright-core').chromium.executablePath(),
});

/** A Chromium on this machine: CHROMIUM_PATH, a headless shell, one on the PATH, or Playwright's download. */
export function findChromium(machine: Machine = thisMachine()): string | undefined {
  const { given, folders, applications, playwrights } = machine;
  if (given) return given;
  const shell = findShell(machine);
  if (shell) return shell;
  const found =
    NAMES.map((name) => findProgram(name, folders)).find(Boolean) ?? applications.find((path) => existsSync(path));
  if (found) return found;
  const own = playwrights();
  return own && existsSync(own) ? own : undefined;
}

const unpackedShell = (folder: string) => join(folder, 'chromium', SHELL);

function findShell({ folders, tools }: Machine) {
  const unpacked = unpackedShell(join(tools, SHELL));
  return findProgram(SHELL, folders) ?? (existsSync(unpacked) ? unpacked : undefined);
}

/**
 * Finds or installs Chromium: Debian's package if this is root on Debian, otherwise Playwright's download. If only an
 * ordinary Chromium is found, Debian's headless shell is unpacked as well where possible. Processes may call it at the
 * same time.
 * @throws {LaunchFailure} when there is none, with every attempt and its result
 */
export async function acquireChromium(
  report: (line: string) => void,
  machine: Machine = thisMachine(),
): Promise<string> {
  const found = findChromium(machine);
  if (found) {
    if (!works(found))
      throw new LaunchFailure(`${found} does not run: repair it, or set CHROMIUM_PATH to another Chromium.`);
    if (machine.given || found === findShell(machine)) return found;
    return (await unpackShell(report, machine)) ?? found;
  }
  mkdirSync(TOOLS, { recursive: true });
  return withLock(join(TOOLS, 'chromium.lock'), () => install(report, machine), { what: 'installs Chromium', report });
}

/** @returns undefined where Debian's package is not available or does not run */
async function unpackShell(report: (line: string) => void, { folders, tools }: Machine): Promise<string | undefined> {
  const find = (program: string) => findProgram(program, folders);
  if (!DEBIAN_TOOLS.every(find)) return undefined;
  const signal = AbortSignal.timeout(SHELL_TIMEOUT_MS);
  const fetch = async (folder: string) => {
    report("Fetching Chromium's headless shell (Debian's package) ...");
    const take = (root: string) => rename(join(root, 'usr', 'lib', 'chromium'), join(folder, 'chromium'));
    await unpackDebianPackages([SHELL, 'chromium-common'], folder, take, { find, signal });
    if (!showsPages(unpackedShell(folder))) throw new Error('It does not run here');
  };
  const isComplete = (folder: string) => existsSync(unpackedShell(folder));
  return fetchOnce({ tools, name: SHELL, isComplete, fetch, report, signal }).then(unpackedShell, () => undefined);
}

const aptSteps = (apt: string, options: string[]) => [
  [apt, '-qq', 'update'],
  [apt, '-qq', '-y', ...options, '--no-install-recommends', 'install', SHELL],
];

/**
 * Gives apt a temporary folder for downloads: in containers, each `apt-get update` empties the common one, even between
 * another process's download and its installation.
 */
async function withArchives(work: (options: string[]) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-apt-'));
  try {
    await mkdir(join(folder, 'partial'));
    const settings = ['DPkg::Lock::Timeout=300', `Dir::Cache::Archives=${folder}`, 'APT::Sandbox::User='];
    await work(settings.flatMap((setting) => ['-o', setting]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function install(report: (line: string) => void, machine: Machine) {
  const tried: string[] = [];
  const attempt = async (label: string, steps: string[][]) => {
    report(`Installing Chromium (${label}) ...`);
    for (const [command = '', ...args] of steps) {
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
    // Packages are the whole machine's, so other clones have to wait as well.
    const byDebian = async () => {
      if (!working()) await withArchives((options) => attempt("Debian's package", aptSteps(apt, options)));
    };
    await withLock(join(tmpdir(), 'inkling-apt.lock'), byDebian, { what: 'installs Chromium', report });
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

const works = (path: string) => runs(path, ['--version']);
/** A shell whose version differs from that of its data files starts and shows nothing. */
const showsPages = (path: string) => runs(path, ['--no-sandbox', '--dump-dom', 'data:text/html,<p>works']);

function runs(path: string, args: readonly string[]) {
  try {
    execFileSync(path, args, { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}
