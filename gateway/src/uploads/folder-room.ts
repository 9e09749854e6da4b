import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NotReady } from '@inkling/platform';

const MIB = 1024 * 1024;
/** Space that a disk must have free: one percent, but at least a few uploads' and at most some dozens' size. */
const SHARE = 0.01;
const LEAST = 64 * MIB;
const MOST = 512 * MIB;

const NAME = '.ready~';
const BYTES = Buffer.alloc(4_096);

/** Messages to the operator, by the code of a failed write. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'not writable',
  EDQUOT: 'quota used up',
  EIO: 'disk failing',
  ENOSPC: 'disk full',
  EPERM: 'not writable',
  EROFS: 'read-only',
};

export interface Room {
  /** Bytes of the file system, and how many of them this process may still write. */
  readonly size: number;
  readonly free: number;
}

async function roomOf(folder: string): Promise<Room> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}

/**
 * Checks that a folder's disk has room for uploads and that a write succeeds.
 * @param room measures the disk; specs pass their own
 * @throws NotReady with the reason
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
