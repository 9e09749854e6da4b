import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchFailure } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { cutRelease, nextVersion, notesOf } from './changelog.mts';

/** Sources that contain the version as a default. */
const SOURCES = [
  'gateway/src/config.ts',
  'libs/platform/src/config/base-config.ts',
  'libs/platform/src/telemetry/metrics.ts',
];

const USAGE = `npm run release -- <major|minor|patch>

Prepares a version: its number in every package, in the lock file and in the manifests, its section in CHANGELOG.md, its
database schema for comparison with later versions, a commit and a tag. Nothing leaves this computer: push the commit
and the tag, and the images are built and published.`;

/**
 * @param root of the repository
 * @param date YYYY-MM-DD
 * @param before runs before the commit, which includes its changes
 * @returns the new version
 * @throws {LaunchFailure} without a change, when something is uncommitted, nothing is unreleased, or the tag exists
 */
export function release(
  root: string,
  step: 'major' | 'minor' | 'patch',
  date: string,
  before: () => void = () => undefined,
): string {
  if (git(root, 'status', '--porcelain') !== '') {
    throw new LaunchFailure('Commit or remove what is not committed first.');
  }
  const { version: current } = readJson(join(root, 'package.json'));
  const version = nextVersion(current, step);
  const changelog = cutRelease(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, date);
  if (!changelog) {
    throw new LaunchFailure('CHANGELOG.md has nothing under [Unreleased]: describe there what users will notice.');
  }
  if (git(root, 'tag', '--list', `v${version}`) !== '') throw new LaunchFailure(`There is a tag v${version} already.`);
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  setPackageVersions(root, version);
  setOtherVersions(root, current, version);
  before();
  git(root, 'commit', '--all', '--message', `Release ${version}`);
  git(root, 'tag', '--annotate', `v${version}`, '--message', `Inkling ${version}\n\n${notesOf(changelog, version)}`);
  return version;
}

/** Sets the version of the root, of the workspaces, and of their entries in the lock file. */
function setPackageVersions(root: string, version: string) {
  const lockFile = join(root, 'package-lock.json');
  const lock = readJson(lockFile);
  lock.version = version;
  for (const folder of Object.keys(lock.packages).filter((path) => !path.includes('node_modules/'))) {
    lock.packages[folder].version = version;
    const manifest = join(root, folder, 'package.json');
    if (existsSync(manifest)) writeJson(manifest, { ...readJson(manifest), version });
  }
  writeJson(lockFile, lock);
}

/** Sets the version of the images in the manifests, and the one in the sources. */
function setOtherVersions(root: string, current: string, version: string) {
  const old = current.replaceAll('.', '\\.');
  const change = (file: string, pattern: RegExp, next = version) => {
    const path = join(root, file);
    if (existsSync(path)) writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, `$1${next}$2`));
  };
  for (const file of globSync('k8s/**/kustomization.yaml', { cwd: root })) {
    change(file, new RegExp(`(newTag: )${old}((?![\\d.]))`, 'g'));
  }
  // Names of Jobs have no dots.
  const dashed = (text: string) => text.replaceAll('.', '-');
  for (const file of globSync(['k8s/**/kustomization.yaml', 'k8s/base/config/manifests.env'], { cwd: root })) {
    change(file, new RegExp(`(RELEASE=)${dashed(current)}((?![\\d-]))`, 'g'), dashed(version));
  }
  for (const file of SOURCES) change(file, new RegExp(`(')${old}(')`, 'g'));
}

/** Writes this version's database schema, with which the next version's migrations are compared. */
function writeSchema() {
  const script = join(ROOT, 'infra', 'deploy', 'released-schema.mjs');
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0)
    throw new LaunchFailure('The schema could not be written down. Undo with git checkout . and try again.');
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

function git(root: string, ...args: string[]) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new LaunchFailure(`git ${args[0]} failed.`, { detail: stderr || error?.message });
  return stdout.trim();
}

/** `npm run release`. */
export function main([step, ...rest]: string[]): void {
  if (step === '--help') return console.log(USAGE);
  if ((step !== 'major' && step !== 'minor' && step !== 'patch') || rest.length > 0) throw new LaunchFailure(USAGE);
  const version = release(ROOT, step, new Date().toISOString().slice(0, 10), writeSchema);
  console.log(`Inkling ${version} is committed and tagged. To publish it: git push --follow-tags`);
}
