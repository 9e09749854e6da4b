import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotReady } from '@inkling/platform';
import { expectRoomIn, type Room } from './folder-room.js';

const MIB = 1024 * 1024;
/** A mount in a separate namespace. */
const UNSHARE = ['--user', '--map-root-user', '--mount'];
const mayMount = spawnSync('unshare', [...UNSHARE, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
if (!mayMount)
  process.stderr.write('Skipped: uploads on a disk that is full, as no file system can be mounted here.\n');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-room-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const found = (at: string, room?: () => Promise<Room>): Promise<string> =>
  expectRoomIn(at, room).then(
    () => 'ok',
    (error: unknown) => (error instanceof NotReady ? error.message : String(error)),
  );

describe('the room of a folder', () => {
  it('is there in a folder that takes a file, which it does not keep', async () => {
    const media = join(folder, 'deep', 'media');
    expect(await found(media)).toBe('ok');
    expect(await readdir(media)).toEqual([]);
  });

  it.each([
    ['the least where the disk is small', 100, 63, 'disk nearly full (63 MiB free)'],
    ['enough of a small disk', 100, 65, 'ok'],
    ['a hundredth', 20_000, 199, 'disk nearly full (199 MiB free)'],
    ['more than a hundredth', 20_000, 201, 'ok'],
    ['the most that is asked of a large disk', 10_000_000, 513, 'ok'],
  ])('wants %s: of %d MiB, %d free', async (_what, size, free, word) => {
    expect(await found(folder, () => Promise.resolve({ size: size * MIB, free: free * MIB }))).toBe(word);
  });

  it('is not there where a file is in the place of the folder', async () => {
    await writeFile(join(folder, 'blocked'), 'x');
    expect(await found(join(folder, 'blocked'))).toBe('unavailable');
  });
});

(mayMount ? describe : describe.skip)('a disk that is full', () => {
  let jail: ChildProcess;
  let disk: string;
  beforeAll(async () => {
    const place = join(folder, 'disk');
    await mkdir(place);
    const script = 'mount -t tmpfs -o size=80m none "$0" && echo mounted && exec sleep 120';
    jail = spawn('unshare', [...UNSHARE, 'sh', '-c', script, place], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(jail.stdout!, 'data');
    // The namespace's files, as this process sees them.
    disk = `/proc/${jail.pid}/root${place}`;
  });
  afterAll(async () => {
    jail.kill('SIGKILL');
    await once(jail, 'exit');
  });

  it('is said when it fills up, and is ready again once there is room', async () => {
    const plenty = () => Promise.resolve({ size: 80 * MIB, free: 80 * MIB });
    expect(await found(disk)).toBe('ok');
    await writeFile(join(disk, 'large'), Buffer.alloc(20 * MIB));
    expect(await found(disk)).toBe('disk nearly full (60 MiB free)');
    await writeFile(join(disk, 'more'), Buffer.alloc(70 * MIB)).catch(() => undefined);
    // A store elsewhere, or a quota, shows itself by the write alone.
    expect(await found(disk, plenty)).toBe('disk full');
    await rm(join(disk, 'more'));
    await rm(join(disk, 'large'));
    expect(await found(disk)).toBe('ok');
  });
});
