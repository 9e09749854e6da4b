import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NotReady } from '@inkling/platform';

const MIB = 1024 * 1024;
/** What a disk must have free: a hundredth, but room for a few uploads at least, and no more than for some dozens. */
const SHARE = 0.01;
const LEAST = 64 * MIB;
const MOST = 512 * MIB;

const NAME = '.ready~';
const BYTES = Buffer.alloc(4_096);

/** What a failed write means to an operator. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'not writable',
  EDQUOT: 'quota used up',
  EIO: 'disk failing',
  ENOSPC: 'disk full',
  EPERM: 'not writable',
  EROFS: 'read-only',
};

export interface Room {
  /** Bytes of the file system, and of those what this process may still fill. */
  readonly size: number;
  readonly free: number;
}

async function roomOf(folder: string): Promise<Room> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}

/**
 * Whether a folder's disk has room for uploads and takes a write.
 * @param room how much there is; given by specs
 * @throws NotReady saying why not
 */
export async function expectRoomIn(folder: string, room = roomOf): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const { size, free } = await room(folder);
    const needed = Math.min(MOST, Math.max(LEAST, SHARE * size));
    if (free < needed) throw new NotReady(`disk nearly full (${Math.floor(free / MIB)} MiB free)`);
    const file = join(folder, NAME);
    await writeFile(file, BYTES, { flush: true });
    await rm(file, { force: true });
  } catch (cause) {
    if (cause instanceof NotReady) throw cause;
    throw new NotReady(WORDS[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'unavailable', { cause });
  }
}
