import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { copyFile, mkdir, rm, symlink } from 'node:fs/promises';
import { delimiter, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { LaunchFailure, codeOf, fail } from './failure.mjs';
import { fetchOnce } from './fetch-once.mjs';
import { installDependencies, runQuietly } from './install.mjs';
import { ROOT, TOOLS } from './paths.mjs';
import { isAtLeast, parseVersion } from './version.mjs';

/**
 * Whether a file was started as the program, and not imported. Node has its own word for it only since version 24.
 * @param {string} file
 */
export const isProgram = (file) =>
  process.argv[1] !== undefined && existsSync(process.argv[1]) && realpathSync(process.argv[1]) === file;

/** The oldest Node with which everything can be set up: `engines` in package.json. */
const LEAST_NODE = parseVersion(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).engines.node) ?? [0];
/** The Node under which everything runs. Before 24.3, Node warns about TypeScript files. */
const OWN_NODE = [Number(readFileSync(join(ROOT, '.node-version'), 'utf8')), 3];
/** Pins Node for every kind of machine, apart from the other packages, since most machines have the right one. */
const LOCK = join(ROOT, 'infra', 'node');

/**
 * Installs the packages when they are missing, then runs `main` under a Node that is new enough: here when this is
 * one, or else in a child process with the same arguments.
 * @param {string} script path of the program that calls this
 * @param {(args: string[]) => Promise<void>} main
 */
export async function underOwnNode(script, main) {
  try {
    // On stderr, because a program's output may be piped.
    const node = await prepare((line) => console.error(line));
    if (node) continueIn(node, script);
    else await main(process.argv.slice(2));
  } catch (error) {
    fail(error);
  }
}

/**
 * Makes sure that the packages are installed, and that there is a Node that is new enough for them.
 * @param {(line: string) => void} report
 * @returns {Promise<string | undefined>} path of that Node; undefined when this one is new enough
 * @throws {LaunchFailure}
 */
export async function prepare(report) {
  const version = parseVersion(process.version) ?? [0];
  if (!isAtLeast(version, LEAST_NODE)) {
    const least = LEAST_NODE.join('.');
    throw new LaunchFailure(`Node ${process.version} is too old: Inkling needs ${least} or newer to set itself up.`);
  }
  // A Node inside node_modules disappears when the packages are installed again.
  const stays = !process.execPath.startsWith(join(ROOT, 'node_modules'));
  const node = isAtLeast(version, OWN_NODE) && stays ? undefined : await acquireNode(report);
  // The packages' own install scripts run under it, too.
  process.env.PATH = [dirname(node ?? process.execPath), process.env.PATH].join(delimiter);
  await installDependencies(report);
  if (node) await offerToScripts(node);
  return node;
}

/**
 * Fetches the Node of infra/node/package-lock.json for this machine.
 * @param {(line: string) => void} report
 * @returns {Promise<string>} its path
 * @throws {LaunchFailure}
 */
async function acquireNode(report) {
  const lock = JSON.parse(readFileSync(join(LOCK, 'package-lock.json'), 'utf8'));
  const machine = `${process.platform}-${process.arch}`;
  const name = [`node-${machine}`, `node-bin-${machine}`].find((one) => lock.packages[`node_modules/${one}`]);
  const [wanted] = OWN_NODE;
  const advice = `Inkling runs under Node ${wanted} or newer, and this is ${process.version}: install Node ${wanted}.`;
  if (!name) throw new LaunchFailure(`${advice} None can be fetched for ${machine}.`);
  const { version } = lock.packages[`node_modules/${name}`];
  /** @param {string} folder */
  const programIn = (folder) => join(folder, 'node_modules', name, 'bin', 'node');
  /** @param {string} folder */
  const runs = (folder) =>
    promisify(execFile)(programIn(folder), ['--version'], { timeout: 10_000 }).then(
      ({ stdout }) => stdout.trim() === `v${version}`,
      () => false,
    );
  /** @param {string} folder */
  const fetch = async (folder) => {
    report(`Fetching Node ${version} (this is ${process.version}) ...`);
    for (const file of ['package.json', 'package-lock.json']) await copyFile(join(LOCK, file), join(folder, file));
    const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, output } = await runQuietly('npm', args, process.env);
    if (code !== 0) throw new LaunchFailure(advice, { detail: output });
    if (!(await runs(folder)))
      throw new LaunchFailure(`${advice} The one that was fetched does not run on this machine.`);
  };
  return programIn(
    await fetchOnce({ tools: TOOLS, name: `node-${version}-${machine}`, isComplete: runs, fetch, report }),
  );
}

/**
 * Links it where npm's scripts look first, because the machine's own Node is too old for some of them.
 * @param {string} node
 */
async function offerToScripts(node) {
  const link = join(ROOT, 'node_modules', '.bin', 'node');
  if (existsSync(link) && realpathSync(link) === realpathSync(node)) return;
  await mkdir(dirname(link), { recursive: true });
  await rm(link, { force: true });
  await symlink(relative(dirname(link), node), link).catch((error) => {
    // Another process has just done the same.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/**
 * @param {string} node
 * @param {string} script
 */
function continueIn(node, script) {
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  child.once('error', fail);
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  // The terminal also sends Ctrl-C to the child; receiving it twice does no harm.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
}
