import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { DEBIAN_TOOLS, unpackDebianPackage } from './debian-package.mjs';
import { LaunchFailure } from './failure.mjs';
import { parseVersion } from './version.mjs';

const run = promisify(execFile);
const GO_MODULE = 'github.com/nats-io/nats-server/v2@v2.12.1';
const IMAGE = 'docker.io/library/nats:2.12-alpine';
/** Places where packages put servers, which an ordinary user's PATH often lacks. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin', join(homedir(), 'go', 'bin')];

/**
 * Where a NATS server comes from.
 * @typedef {{ kind: 'binary', path: string, version: readonly number[] } | { kind: 'container', engine: string, image: string, version: readonly number[] }} NatsSource
 */

/**
 * Finds a NATS server or fetches one into a folder, without installing anything: PATH, an earlier fetch, Debian's package, Go, a container.
 * @param {string} tools folder for what is fetched
 * @param {(line: string) => void} [report]
 * @param {AbortSignal} [signal] ends a fetch
 * @returns {Promise<NatsSource>}
 * @throws {LaunchFailure} with what to install
 */
export async function acquireNats(tools, report = () => {}, signal) {
  const fetched = join(tools, 'nats-server');
  const installed = findOnPath('nats-server') ?? (isExecutable(fetched) ? fetched : undefined);
  if (installed) {
    const source = await asBinary(installed);
    if (source) return source;
  }
  for (const { label, isAvailable, fetch } of PACKAGES) {
    if (!isAvailable()) continue;
    report(`Fetching nats-server (${label}) ...`);
    const source = await fetch(tools, fetched, signal).then(() => asBinary(fetched), () => undefined);
    if (source) return source;
  }
  for (const engine of ['docker', 'podman']) {
    if (!findOnPath(engine)) continue;
    const usable = await run(engine, ['info'], { signal, timeout: 15_000 }).then(() => true, () => false);
    if (!usable) continue;
    report(`Fetching nats-server (${engine}) ...`);
    const pulled = await run(engine, ['pull', IMAGE], { signal, timeout: 300_000 }).then(() => true, () => false);
    if (pulled) return { kind: 'container', engine, image: IMAGE, version: [2, 12, 0] };
  }
  throw new LaunchFailure('No NATS server: install nats-server (Debian and Ubuntu: apt install nats-server; macOS: brew install nats-server), or set NATS_URL.');
}

function fromDebian(tools, target, signal) {
  const take = async (root) => {
    await rename(join(root, 'usr', 'sbin', 'nats-server'), target);
    await chmod(target, 0o755);
  };
  return unpackDebianPackage('nats-server', tools, take, signal);
}
async function fromGo(tools, target, signal) {
  const folder = join(tools, 'go');
  await mkdir(folder, { recursive: true });
  try {
    const env = { ...process.env, GOBIN: folder, GOPATH: join(folder, 'path'), GOCACHE: join(folder, 'cache'), GOFLAGS: '-modcacherw', CGO_ENABLED: '0' };
    await run('go', ['install', GO_MODULE], { cwd: folder, env, signal, timeout: 600_000 });
    await rename(join(folder, 'nats-server'), target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
/** Ways to fetch the program, the quickest first. */
const PACKAGES = [
  { label: "Debian's package", isAvailable: () => DEBIAN_TOOLS.every(findOnPath), fetch: fromDebian },
  { label: 'Go', isAvailable: () => Boolean(findOnPath('go')), fetch: fromGo },
];

async function asBinary(path) {
  const output = await run(path, ['--version'], { timeout: 10_000 }).then(({ stdout, stderr }) => stdout + stderr, () => '');
  const version = parseVersion(output);
  return version ? /** @type {const} */ ({ kind: 'binary', path, version }) : undefined;
}

/**
 * @param {string} name
 * @returns {string | undefined} the program's path
 */
export function findOnPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...MORE_FOLDERS];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
