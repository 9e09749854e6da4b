/**
 * Prometheus' and Alertmanager's own programs: from the PATH, or built from their Go modules, minutes the first time.
 *
 *     node infra/observability/programs.mjs FOLDER NAME...    # builds into the folder, whatever is on the PATH
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, parseEnv, promisify } from 'node:util';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { findProgram } from '../local/find-program.mts';
import { ROOT, TOOLS } from '../local/paths.mjs';

const run = promisify(execFile);
const BUILD_MS = 40 * 60_000;
const pinned = parseEnv(readFileSync(join(ROOT, 'infra/docker/images.env'), 'utf8'));

const prometheus = { module: 'github.com/prometheus/prometheus', version: pinned.OFFLINE_PROMETHEUS };
const alertmanager = { module: 'github.com/prometheus/alertmanager', version: pinned.OFFLINE_ALERTMANAGER };
const SOURCES: Record<string, { module: string; version?: string }> = {
  prometheus,
  promtool: prometheus,
  alertmanager,
  amtool: alertmanager,
};

/**
 * Reads `--programs FOLDER`, the only option of the commands that use these programs, and makes that folder.
 * @returns its path
 */
export async function programsFolder(args: string[]): Promise<string> {
  const options = { programs: { type: 'string' as const, default: join(TOOLS, 'observability') } };
  const folder = resolve(parseArgs({ args, options }).values.programs);
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * @param name one of `prometheus`, `promtool`, `alertmanager`, `amtool`
 * @param folder where programs are built, and found again
 * @returns the program's path
 * @throws {LaunchFailure} when it is neither there nor can be built
 */
export async function program(name: string, folder: string, report: (line: string) => void): Promise<string> {
  return findProgram(name) ?? builtProgram(name, folder, report);
}

/** The same, from its module. */
async function builtProgram(name: string, folder: string, report: (line: string) => void) {
  const { module, version } = SOURCES[name] ?? {};
  if (!module || !version) throw new LaunchFailure(`No version of ${name} is pinned.`);
  const built = join(folder, `${name}-${version}`);
  if (existsSync(built)) return built;
  if (!findProgram('go')) throw new LaunchFailure(`There is neither ${name} nor go on the PATH.`);
  report(`Building ${name} ${version} ...`);
  await build(built, name, module, version).catch((cause) => {
    throw new LaunchFailure(`${name} cannot be built: ${reasonOf(cause).split('\n').slice(0, 8).join('\n')}`, {
      cause,
    });
  });
  return built;
}

/** `go install` refuses modules that replace or exclude others, so a new module requires this one. */
async function build(target: string, name: string, module: string, version: string) {
  const source = `${target}.src`;
  const main = `${module}/cmd/${name}`;
  const options = { cwd: source, timeout: BUILD_MS, maxBuffer: 16 * 2 ** 20 };
  await mkdir(source, { recursive: true });
  await writeFile(join(source, 'go.mod'), `module build\n\ngo 1.25\n\nrequire ${module} ${version}\n`);
  await writeFile(join(source, 'tools.go'), `//go:build tools\n\npackage build\n\nimport _ "${main}"\n`);
  if (name === 'alertmanager') await withPage(source, module, options);
  await run('go', ['mod', 'tidy'], options);
  await run('go', ['build', '-p', '2', '-o', target, main], { ...options, env: { ...process.env, CGO_ENABLED: '0' } });
}

/**
 * Alertmanager's pages are made by another tool and are not in its module: the copy of the module gets an empty one.
 */
async function withPage(source: string, module: string, options: { cwd: string; timeout: number; maxBuffer: number }) {
  const { stdout } = await run('go', ['mod', 'download', '-json', module], options);
  const copy = join(source, 'module');
  await cp(JSON.parse(stdout).Dir, copy, { recursive: true });
  // The cache of modules is read-only, and so are the copies from it.
  await run('chmod', ['-R', 'u+w', copy]);
  await mkdir(join(copy, 'ui/app/dist'), { recursive: true });
  await writeFile(join(copy, 'ui/app/dist/index.html'), '<!doctype html><title>Alertmanager</title>');
  await run('go', ['mod', 'edit', `-replace=${module}=./module`], options);
}

/** `node infra/observability/programs.mjs`: builds programs into a folder. */
export async function main([folder = '.', ...names]: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names) console.log(await builtProgram(name, resolve(folder), console.error));
}
