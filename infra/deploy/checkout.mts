/** Another version of this repository in a separate folder, with the packages that are here if they are the same. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';

const execute = promisify(execFile);
const OWN = '@inkling';

/** @throws {LaunchFailure} with git's words */
export async function git(args: string[], cwd: string = ROOT): Promise<string> {
  try {
    return (await execute('git', args, { cwd, maxBuffer: 16 * 1024 * 1024 })).stdout.trim();
  } catch (error) {
    const detail = (error as { stderr?: string }).stderr || reasonOf(error);
    throw new LaunchFailure(`git ${args.slice(0, 3).join(' ')} failed.`, { detail, cause: error });
  }
}

/** The last release: its tag, or else the commit that gave package.json its version. */
export async function lastRelease(): Promise<string> {
  // On the commit of a release, the one before it is meant.
  const tags = await git(['tag', '--list', 'v*', '--merged', 'HEAD~1', '--sort=-version:refname']).catch(() => '');
  if (tags) return tags.split('\n')[0];
  const commits = await git(['log', '--format=%H', '-G', '^  "version":', '--', 'package.json']);
  const commit = commits.split('\n')[0];
  if (!commit) {
    throw new LaunchFailure('There is no tag v* here: git fetch --tags, or name the release with --from.');
  }
  return commit;
}

/**
 * @param folder new or empty; the caller removes it
 * @returns the commit
 * @throws {LaunchFailure} when it is not in this clone
 */
export async function checkOut(ref: string, folder: string): Promise<string> {
  const commit = await git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).catch((cause) => {
    throw new LaunchFailure(`${ref} is not in this clone: git fetch --depth 1 origin tag ${ref}`, { cause });
  });
  if (!existsSync(join(folder, '.git'))) await git(['clone', '--quiet', '--shared', '--no-checkout', ROOT, folder]);
  await git(['checkout', '--quiet', '--detach', commit], folder);
  await linkPackages(folder);
  return commit;
}

/** Packages come by link from here when both lock files are equal, else by npm ci. */
async function linkPackages(folder: string) {
  const lockOf = (root: string) => readFile(join(root, 'package-lock.json'), 'utf8');
  const [here, there] = await Promise.all([ROOT, folder].map(lockOf));
  const modules = join(folder, 'node_modules');
  await rm(modules, { recursive: true, force: true });
  if (here !== there) {
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    await execute('npm', args, { cwd: folder, maxBuffer: 16 * 1024 * 1024 });
    return;
  }
  await mkdir(join(modules, OWN), { recursive: true });
  const link = (target: string, path: string) => symlink(relative(dirname(path), target), path);
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== OWN && name !== '.cache') await link(join(ROOT, 'node_modules', name), join(modules, name));
  }
  // The workspaces are those of the checkout.
  const { packages }: { packages: Record<string, { resolved?: string; link?: boolean }> } = JSON.parse(there);
  for (const [path, { resolved, link: isLink }] of Object.entries(packages)) {
    if (isLink && resolved && path.startsWith(`node_modules/${OWN}/`))
      await link(join(folder, resolved), join(folder, path));
  }
}
