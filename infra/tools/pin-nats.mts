import { writeFile } from 'node:fs/promises';
import { LaunchFailure } from '../local/failure.mjs';
import { MACHINES, NATS_RELEASE, RELEASE_FILE, archiveName, releaseUrl } from '../local/nats-release.mts';

const USAGE = 'Usage: node infra/tools/pin-nats.mjs [VERSION]   pins a NATS server with the sums of its archives';

/**
 * The content of the file of the pinned release.
 * @param sums the text of the release's SHA256SUMS
 * @throws {LaunchFailure} when an archive has no sum
 */
export function releaseOf(version: string, sums: string, machines: readonly string[] = MACHINES): typeof NATS_RELEASE {
  const byFile = new Map([...sums.matchAll(/^([0-9a-f]{64}) [ *](\S+)$/gm)].map(([, sum, file]) => [file, sum]));
  const sha256 = machines.map((machine) => {
    const file = archiveName(machine, version);
    if (!byFile.has(file)) throw new LaunchFailure(`The release's SHA256SUMS has no line for ${file}.`);
    return [machine, byFile.get(file)];
  });
  return { version, sha256: Object.fromEntries(sha256) };
}

/** `node infra/tools/pin-nats.mjs`. */
export async function pin([version = NATS_RELEASE.version, ...more]: string[]) {
  if (more.length > 0 || !/^\d+\.\d+\.\d+$/.test(version)) throw new LaunchFailure(USAGE);
  const url = releaseUrl(version, 'SHA256SUMS');
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch((cause) => {
    throw new LaunchFailure(`${url} cannot be reached: ${cause.cause?.message ?? cause.message}`, { cause });
  });
  if (!answer.ok) throw new LaunchFailure(`${url}: answer ${answer.status}`);
  const release = releaseOf(version, await answer.text());
  const changed = Object.entries(NATS_RELEASE.sha256).filter(([machine, sum]) => release.sha256[machine] !== sum);
  // A release never changes: if the checksum of the same version differs, one of the two cannot be trusted.
  if (version === NATS_RELEASE.version && changed.length > 0) {
    throw new LaunchFailure(`Other sums than those pinned: ${changed.join(', ')}`);
  }
  await writeFile(RELEASE_FILE, `${JSON.stringify(release, null, 2)}\n`);
  console.log(`NATS server ${version} is pinned for ${Object.keys(release.sha256).join(', ')}.`);
}
