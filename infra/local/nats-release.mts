import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pinned release; `node infra/tools/pin-nats.mjs` writes this file. */
export const RELEASE_FILE = join(import.meta.dirname, 'nats-release.json');
const RELEASES = 'https://github.com/nats-io/nats-server/releases/download';
/** The release's names for what Node calls `x64` and so on. */
const PROCESSORS: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };
/** Machines for which an archive is pinned where its sum is known, by Node's names. */
export const MACHINES = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

/** The version of the NATS server to fetch; `sha256` has the checksums of its archives by machine. */
export const NATS_RELEASE: { version: string; sha256: Record<string, string> } = JSON.parse(
  readFileSync(RELEASE_FILE, 'utf8'),
);

/**
 * @param machine such as `linux-x64`
 * @returns the archive's file name, which is also the name of the folder in it with an ending
 */
export function archiveName(machine: string, version: string): string {
  const [system, processor = ''] = machine.split('-');
  return `nats-server-v${version}-${system}-${PROCESSORS[processor]}.tar.gz`;
}

export const releaseUrl = (version: string, file: string): string => `${RELEASES}/v${version}/${file}`;

/**
 * The archive for one machine, with the sum that it must have.
 * @returns undefined where no sum is pinned
 */
export function pinnedArchive(
  machine: string = `${process.platform}-${process.arch}`,
): { url: string; sha256: string } | undefined {
  const { version, sha256 } = NATS_RELEASE;
  const sum = sha256[machine];
  return sum ? { url: releaseUrl(version, archiveName(machine, version)), sha256: sum } : undefined;
}
