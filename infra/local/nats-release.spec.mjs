import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { MACHINES, NATS_RELEASE, archiveName, pinnedArchive } from './nats-release.mts';
import { ROOT } from './paths.mjs';
import { isAtLeast, parseVersion } from './version.mjs';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');

describe('the version of the NATS server', () => {
  it('is the same everywhere', () => {
    const { NATS_IMAGE, OFFLINE_NATS } = parseEnv(read('infra/docker/images.env'));
    const { version } = NATS_RELEASE;
    expect(/^nats:([\d.]+)-alpine/.exec(NATS_IMAGE)?.[1]).toBe(version);
    expect(OFFLINE_NATS).toBe(`v${version}`);
    expect(/name: nats\n\s+newTag: ([\d.]+)/.exec(read('k8s/components/nats/kustomization.yaml'))?.[1]).toBe(version);
    expect(isAtLeast(parseVersion(version), [2, 12, 15])).toBe(true);
  });
});

describe('the archives of the release', () => {
  it('have checksums for existing kinds of machines', () => {
    const sums = Object.entries(NATS_RELEASE.sha256);
    expect(sums.filter(([machine, sum]) => !MACHINES.includes(machine) || !/^[0-9a-f]{64}$/.test(sum))).toEqual([]);
    expect(new Set(sums.map(([, sum]) => sum)).size).toBe(sums.length);
    expect(Object.keys(NATS_RELEASE.sha256)).toEqual(expect.arrayContaining(['linux-arm64', 'linux-x64']));
  });

  it('have the names of the release, and are not offered without a pinned checksum', () => {
    expect(MACHINES.map((machine) => archiveName(machine, '2.12.15'))).toEqual([
      'nats-server-v2.12.15-darwin-arm64.tar.gz',
      'nats-server-v2.12.15-darwin-amd64.tar.gz',
      'nats-server-v2.12.15-linux-arm64.tar.gz',
      'nats-server-v2.12.15-linux-amd64.tar.gz',
    ]);
    expect(pinnedArchive('plan9-x64')).toBeUndefined();
    expect(pinnedArchive('linux-x64')?.sha256).toBe(NATS_RELEASE.sha256['linux-x64']);
  });
});
