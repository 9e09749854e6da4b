import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LaunchFailure } from './failure.mjs';
import { runQuietly } from './install.mjs';
import { withLock } from './lock.mjs';
import { ROOT, TOOLS } from './paths.mjs';

/** Nx needs a second to find that nothing has changed, which this file saves. */
const STAMP = join(ROOT, 'node_modules', '.cache', 'inkling-build.json');
const SKIPPED = new Set(['node_modules', 'dist', '.nx', '.data', 'coverage', 'test-results', 'playwright-report']);
const GLOBAL_FILES = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json', 'nx.json'];

/**
 * Builds what is out of date; one process at a time in this clone.
 * @param options `web: false` leaves out the browser's application
 * @throws {LaunchFailure} with the compiler's output
 */
export async function build(
  report: (line: string) => void,
  { web = true, signal }: { web?: boolean; signal?: AbortSignal } = {},
) {
  if (readStamp() === fingerprint(web)) return;
  mkdirSync(TOOLS, { recursive: true });
  await withLock(join(TOOLS, 'build.lock'), () => buildNow(report, web, signal), { what: 'builds', report, signal });
}

async function buildNow(report: (line: string) => void, web: boolean, signal: AbortSignal | undefined) {
  const before = sources(web);
  if (readStamp() === `${before}:${outputs(web)}`) return;
  report('Building ...');
  for (const folder of projectFolders(false)) removeOrphans(folder);
  const except = web ? [] : ['--exclude=@inkling/web'];
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', FORCE_COLOR: '0' };
  const { code, output } = await runQuietly(
    join(ROOT, 'node_modules', '.bin', 'nx'),
    ['run-many', '-t', 'build', '--output-style=static', ...except],
    env,
    signal,
  );
  if (code !== 0) throw new LaunchFailure('The build failed: see the messages above.', { detail: failedTasks(output) });
  mkdirSync(dirname(STAMP), { recursive: true });
  // The sources of before the build, so that the next start sees changes made during it. A deleted or foreign `dist` is
  // noticed as well.
  writeFileSync(STAMP, JSON.stringify({ fingerprint: `${before}:${outputs(web)}` }));
}

/**
 * Removes what the compiler made from sources that are gone, which it leaves there itself: a service runs every
 * migration in its folder.
 * @param folder of a package, with `src` and `dist`
 */
export function removeOrphans(folder: string): void {
  const dist = join(folder, 'dist');
  for (const path of filesBelow(dist).filter((file) => file.endsWith('.js.map'))) {
    const stem = path.slice(0, -'.js.map'.length);
    if (existsSync(`${join(folder, 'src', relative(dist, stem))}.ts`)) continue;
    for (const ending of ['.js', '.js.map', '.d.ts']) rmSync(stem + ending, { force: true });
  }
}

/** The part of Nx's output that failed tasks printed; all of it when the tasks cannot be recognised. */
export function failedTasks(output: string): string {
  const list = output.split('Failed tasks:')[1] ?? '';
  const failed = new Set([...list.matchAll(/^- (\S+)$/gm)].map(([, task]) => task));
  const sections = output
    .split(/^> nx run /m)
    .slice(1)
    .filter((section) => failed.has(/^\S*/.exec(section)?.[0] ?? ''));
  if (sections.length === 0) return output;
  return sections
    .map((section) =>
      section
        .replace(/\n NX [^]*/, '')
        .split('\n')
        .filter((line) => !/^npm (warn|error) /.test(line))
        .join('\n')
        .trim(),
    )
    .join('\n\n');
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8')).fingerprint;
  } catch {
    return undefined;
  }
}

const projectFolders = (web: boolean) => {
  const below = (folder: string) => readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name));
  return [
    ...below('libs'),
    ...below('services'),
    join(ROOT, 'gateway'),
    join(ROOT, 'infra', 'admin'),
    ...(web ? [join(ROOT, 'web')] : []),
  ].filter((folder) => existsSync(join(folder, 'package.json')));
};

const sources = (web: boolean) =>
  digest([
    ...GLOBAL_FILES.map((name) => join(ROOT, name)),
    ...projectFolders(web).flatMap((folder) => filesBelow(folder)),
  ]);
const fingerprint = (web: boolean) => `${sources(web)}:${outputs(web)}`;
const outputs = (web: boolean) => digest(projectFolders(web).flatMap((folder) => filesBelow(join(folder, 'dist'))));

/** Names, sizes and times suffice to notice a change; reading every file would take too long. */
function digest(files: string[]) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('base64url');
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() && !/\.spec\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
