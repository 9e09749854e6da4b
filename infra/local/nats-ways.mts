import { execFile } from 'node:child_process';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { DEBIAN_TOOLS, unpackDebianPackages } from './debian-package.mts';
import { download } from './download.mts';
import { NATS_RELEASE, archiveName, pinnedArchive } from './nats-release.mts';
import { ROOT } from './paths.mjs';

const run = promisify(execFile);
const MACHINE = `${process.platform}-${process.arch}`;

/** The path of a program of this machine. */
export type Find = (program: string) => string | undefined;

/** A program that `missing` has found before. */
function found(find: Find, program: string): string {
  const path = find(program);
  if (!path) throw new Error(`There is no ${program}`);
  return path;
}

/** One way to fetch the NATS server. */
export interface Way {
  label: string;
  /** What it lacks on this machine. */
  missing: (find: Find) => string | undefined;
  /** Leaves `nats-server` in the folder, or `container.json`. */
  fetch: (folder: string, find: Find, signal?: AbortSignal) => Promise<void>;
}

/**
 * The release's archive, with a pinned checksum.
 * @param archive null where none is pinned
 */
export function fromArchive(
  archive: { url: string; sha256: string } | null | undefined = pinnedArchive(),
  limits: { answerMs?: number; stallMs?: number } = {},
): Way {
  return {
    label: `release ${NATS_RELEASE.version}`,
    missing: (find) => (!archive ? `no SHA-256 is pinned for ${MACHINE}` : find('tar') ? undefined : 'no tar'),
    fetch: async (folder, find, signal) => {
      if (!archive) throw new Error('No archive is pinned');
      const file = join(folder, 'archive.tar.gz');
      await download(archive.url, file, archive.sha256, { ...limits, signal }).catch((error) => {
        throw new Error(`${archive.url}: ${error.message}`, { cause: error });
      });
      await run(found(find, 'tar'), ['-xzf', file, '-C', folder], { signal, timeout: 60_000 });
      const inside = archiveName(MACHINE, NATS_RELEASE.version).replace('.tar.gz', '');
      await rename(join(folder, inside, 'nats-server'), join(folder, 'nats-server'));
      await rm(file);
    },
  };
}

const go: Way = {
  label: 'Go',
  missing: (find) => (find('go') ? undefined : 'no go'),
  fetch: async (folder, find, signal) => {
    const work = join(folder, 'go');
    await mkdir(work);
    const own = {
      GOBIN: folder,
      GOPATH: join(work, 'path'),
      GOCACHE: join(work, 'cache'),
      GOFLAGS: '-modcacherw',
      CGO_ENABLED: '0',
    };
    const module = `github.com/nats-io/nats-server/v2@v${NATS_RELEASE.version}`;
    await run(found(find, 'go'), ['install', module], {
      cwd: work,
      env: { ...process.env, ...own },
      signal,
      timeout: 600_000,
    });
    await rm(work, { recursive: true });
  },
};

/** The image that docker compose uses as well. The engine stores it; the folder only records that it exists. */
const container = (engine: 'docker' | 'podman'): Way => ({
  label: engine,
  missing: (find) => (find(engine) ? undefined : `no ${engine}`),
  fetch: async (folder, find, signal) => {
    const pinned = parseEnv(readFileSync(join(ROOT, 'infra', 'docker', 'images.env'), 'utf8'));
    const image = `docker.io/library/${pinned.NATS_IMAGE}`;
    await run(found(find, engine), ['info'], { signal, timeout: 15_000 });
    await run(found(find, engine), ['pull', image], { signal, timeout: 300_000 });
    await writeFile(join(folder, 'container.json'), JSON.stringify({ engine: find(engine), image }));
  },
});

/** The distribution chooses the version, which is an older one. */
const debian: Way = {
  label: "Debian's package",
  missing: (find) => {
    const none = DEBIAN_TOOLS.filter((tool) => !find(tool));
    return none.length > 0 ? `no ${none.join(', no ')}` : undefined;
  },
  fetch: (folder, find, signal) => {
    const take = async (root: string) => {
      await rename(join(root, 'usr', 'sbin', 'nats-server'), join(folder, 'nats-server'));
      await chmod(join(folder, 'nats-server'), 0o755);
    };
    return unpackDebianPackages(['nats-server'], folder, take, { find, signal });
  },
};

/** Every way, best first: those that bring the pinned version, quickest first, and then the distribution's. */
export const WAYS = [fromArchive(), go, container('docker'), container('podman'), debian];
