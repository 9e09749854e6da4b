import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError } from '@inkling/platform';
import type { Uploader } from './upload-places.js';

const PREFIX = 'upload-';
/** Longer than any upload takes; what is older was left by a process that ended in the middle. */
const LEFTOVER_AGE_MS = 60 * 60 * 1_000;

/** A file that has arrived and is not stored yet. Whoever holds it discards it, whatever happens. */
export class IncomingFile {
  readonly #done = Promise.withResolvers<void>();
  #parts = 0;
  #workers = 0;
  #discarded = false;

  constructor(
    readonly path: string,
    /** Bytes. */
    readonly size: number,
    readonly uploader: Uploader,
  ) {}

  /** True once it is no longer wanted: its request was answered, or its sender left. */
  get discarded(): boolean {
    return this.#discarded;
  }

  /** Resolves once it is discarded and nobody works on it any more: a sender who leaves does not end that. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  /** Runs work on it, which it is not done before. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#workers += 1;
    try {
      return await work();
    } finally {
      this.#workers -= 1;
      this.#settle();
    }
  }

  /** Path of a new file to work on it, which goes when this one goes. */
  part(extension: string): string {
    this.#parts += 1;
    return `${this.path}-${this.#parts}.${extension}`;
  }

  /** Removes it and what was made of it; also what a worker wrote after an earlier call. */
  async discard(): Promise<void> {
    this.#discarded = true;
    this.#settle();
    const folder = join(this.path, '..');
    const name = this.path.slice(folder.length + 1);
    await rm(this.path, { force: true }).catch(() => undefined);
    if (this.#parts === 0) return;
    const made = await readdir(folder).catch(() => []);
    await Promise.all(
      made
        .filter((one) => one.startsWith(`${name}-`))
        .map((one) => rm(join(folder, one), { force: true }).catch(() => undefined)),
    );
  }

  #settle(): void {
    if (this.#discarded && this.#workers === 0) this.#done.resolve();
  }
}

/** The folder in which files arrive. Several processes may share it. */
export class IncomingFiles {
  #made: Promise<unknown> | undefined;

  constructor(private readonly folder: string) {}

  /**
   * Writes a stream to a new file, at the pace of the disk.
   * @param begin runs at the first byte; what it throws ends the work
   * @returns nothing for a stream without a byte
   * @throws ApiError `unavailable` when the disk does not take it; the stream's own error when it breaks off. No file
   *   is left then, and a stream that did not break off can still be read
   */
  async receive(stream: Readable, uploader: Uploader, begin?: () => void): Promise<IncomingFile | undefined> {
    let target: IncomingWriter | undefined;
    try {
      for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (!target) begin?.();
        target ??= await this.#create();
        await target.write(chunk);
      }
      return await target?.end(uploader);
    } catch (error) {
      await target?.abandon();
      throw error;
    }
  }

  async #create(): Promise<IncomingWriter> {
    try {
      await (this.#made ??= mkdir(this.folder, { recursive: true }));
      const path = join(this.folder, `${PREFIX}${randomUUID()}`);
      return new IncomingWriter(path, await open(path, 'wx', 0o600));
    } catch (cause) {
      this.#made = undefined;
      throw new ApiError('unavailable', { cause });
    }
  }

  /** Removes what processes left behind that ended in the middle of an upload. */
  async removeLeftovers(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names.filter((one) => one.startsWith(PREFIX))) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs < Date.now() - LEFTOVER_AGE_MS) await rm(path, { force: true }).catch(() => undefined);
    }
  }
}

/** A file that is being written. */
class IncomingWriter {
  #size = 0;

  constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  /** @throws ApiError `unavailable` */
  async write(chunk: Buffer): Promise<void> {
    try {
      await this.handle.appendFile(chunk);
    } catch (cause) {
      throw new ApiError('unavailable', { cause });
    }
    this.#size += chunk.length;
  }

  async end(uploader: Uploader): Promise<IncomingFile> {
    await this.handle.close();
    return new IncomingFile(this.path, this.#size, uploader);
  }

  async abandon(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    await rm(this.path, { force: true }).catch(() => undefined);
  }
}
