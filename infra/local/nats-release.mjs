import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pinned release; `node infra/tools/pin-nats.mjs` writes this file. */
export const RELEASE_FILE = join(import.meta.dirname, 'nats-release.json');
const RELEASES = 'https://github.com/nats-io/nats-server/releases/download';
/** The release's names for what Node calls `x64` and so on. */
const PROCESSORS = { x64: 'amd64', arm64: 'arm64' };
/** Machines for which an archive is pinned where its sum is known, by Node's names. */
export const MACHINES = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

/**
 * The one version of the NATS server that every way of fetching it brings, where it can choose.
 * @type {{ version: string, sha256: Record<string, string> }} sums of the archives by machine
 */
export const NATS_RELEASE = JSON.parse(readFileSync(RELEASE_FILE, 'utf8'));

/**
 * @param {string} machine such as `linux-x64`
 * @param {string} version
 * @returns {string} the archive's file name, which is also the name of the folder in it with an ending
 */
export function archiveName(machine, version) {
  const [system, processor] = machine.split('-');
  return `nats-server-v${version}-${system}-${PROCESSORS[processor]}.tar.gz`;
}

/**
 * @param {string} version
 * @param {string} file
 * @returns {string}
 */
export const releaseUrl = (version, file) => `${RELEASES}/v${version}/${file}`;

/**
 * The archive for one machine, with the sum that it must have.
 * @param {string} [machine]
 * @returns {{ url: string, sha256: string } | undefined} undefined where no sum is pinned
 */
export function pinnedArchive(machine = `${process.platform}-${process.arch}`) {
  const { version, sha256 } = NATS_RELEASE;
  return sha256[machine] && { url: releaseUrl(version, archiveName(machine, version)), sha256: sha256[machine] };
}
