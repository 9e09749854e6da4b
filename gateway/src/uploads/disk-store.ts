import { randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '@inkling/platform';
import { expectRoomIn } from './folder-room.js';
import type { ByteRange, ListedObject, ObjectStore, StoredObject } from './object-store.js';

const SHARD = /^[a-z0-9]{2}$/;
const PARTIAL_PREFIX = '.partial-';
/** A file that a crash left half written is removed by the next listing after this time. */
const PARTIAL_AGE_MS = 60 * 60 * 1_000;

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));

/** Objects as files of one folder, spread over subfolders by the first two characters of their keys. */
export class DiskStore implements ObjectStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  expectRoom(): Promise<void> {
    return expectRoomIn(this.#root);
  }

  put(key: string, file: string): Promise<void> {
    return this.#place(key, (partial) => copyFile(file, partial, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE));
  }

  async write(key: string, source: Readable): Promise<void> {
    try {
      await this.#place(key, (partial) => pipeline(source, createWriteStream(partial, { flags: 'wx' })));
    } finally {
      source.destroy();
    }
  }

  /** Has a file written beside its place, and moves it there when it is complete. */
  async #place(key: string, fill: (partial: string) => Promise<void>): Promise<void> {
    const folder = this.#shard(key);
    const partial = join(folder, `${PARTIAL_PREFIX}${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true });
      await fill(partial);
      await sync(partial);
      await rename(partial, this.#file(key));
      await sync(folder);
    } catch (cause) {
      await rm(partial, { force: true }).catch(() => undefined);
      throw new ApiError('unavailable', { cause });
    }
  }

  async head(key: string): Promise<StoredObject | undefined> {
    return this.#orMissing(async () => {
      const { size, mtime } = await stat(this.#file(key));
      return { size, modifiedAt: mtime };
    });
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.#orMissing(async () => {
      // Opened before the stream is returned, so that a missing file is an answer and not a broken stream.
      const handle = await open(this.#file(key));
      return createReadStream('', { fd: handle, ...range });
    });
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#orMissing(() => rm(this.#file(key)));
  }

  async list(limit: number, cursor = ''): Promise<{ objects: ListedObject[]; cursor?: string }> {
    const objects: ListedObject[] = [];
    const shards = ((await this.#orMissing(() => readdir(this.#root))) ?? []).filter((name) => SHARD.test(name)).sort();
    for (const shard of shards.filter((name) => name >= cursor.slice(0, 2))) {
      const names = ((await this.#orMissing(() => readdir(join(this.#root, shard)))) ?? []).sort();
      for (const name of names) {
        const partial = name.startsWith(PARTIAL_PREFIX);
        if (!partial && name <= cursor) continue;
        const found = await this.#orMissing(() => stat(join(this.#root, shard, name)));
        if (!found?.isFile()) continue;
        if (partial) {
          if (found.mtimeMs < Date.now() - PARTIAL_AGE_MS) await rm(join(this.#root, shard, name), { force: true });
          continue;
        }
        objects.push({ key: name, modifiedAt: found.mtime });
        if (objects.length === limit) return { objects, cursor: name };
      }
    }
    return { objects };
  }

  #shard(key: string): string {
    return join(this.#root, key.slice(0, 2));
  }

  #file(key: string): string {
    return join(this.#shard(key), key);
  }

  async #orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (cause) {
      if (isMissing(cause)) return undefined;
      throw new ApiError('unavailable', { cause });
    }
  }
}

/** Flushes a file, or a folder's entries, so that they survive a power failure. */
async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
