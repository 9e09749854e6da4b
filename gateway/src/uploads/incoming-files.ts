import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError } from '@inkling/platform';
import type { Uploader } from './upload-places.js';

const PREFIX = 'upload-';
const TOO_LARGE_TOGETHER = 'The files of a form can be at most 25 MB together.';
/** Longer than any upload takes: an older file was left by a process that ended in the middle. */
const LEFTOVER_AGE_MS = 60 * 60 * 1_000;

/** A file that has arrived and is not stored yet. Its holder must discard it in every case. */
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

  /** True once the file is no longer needed: its request is answered, or its sender has disconnected. */
  get discarded(): boolean {
    return this.#discarded;
  }

  /** Resolves once the file is discarded and no work uses it. Work goes on after its sender has disconnected. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  /** Runs work that uses the file; `done` waits for it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#workers += 1;
    try {
      return await work();
    } finally {
      this.#workers -= 1;
      this.#settle();
    }
  }

  /** Path for a file that is made from this one and removed with it. */
  part(extension: string): string {
    this.#parts += 1;
    return `${this.path}-${this.#parts}.${extension}`;
  }

  /** Removes the file and everything made from it; a second call also removes what was written in between. */
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
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Writes a stream to a new file, at the pace of the disk.
   * @param options.begin runs at the first byte; if it throws, receiving ends
   * @param options.bytesMax receiving ends above so many bytes, before they are written; default: no limit
   * @returns undefined for an empty stream
   * @throws ApiError `too-large` above `bytesMax`, `unavailable` if the disk fails; the stream's error if it breaks
   *   off. No file is left then, and a stream that did not break off can still be read
   */
  async receive(
    stream: Readable,
    uploader: Uploader,
    { begin, bytesMax = Infinity }: { begin?: () => void; bytesMax?: number } = {},
  ): Promise<IncomingFile | undefined> {
    let target: IncomingWriter | undefined;
    let bytes = 0;
    try {
      for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > bytesMax) throw new ApiError('too-large', { message: TOO_LARGE_TOGETHER });
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
      await (this.#made ??= mkdir(this.#folder, { recursive: true }));
      const path = join(this.#folder, `${PREFIX}${randomUUID()}`);
      return new IncomingWriter(path, await open(path, 'wx', 0o600));
    } catch (cause) {
      this.#made = undefined;
      throw new ApiError('unavailable', { cause });
    }
  }

  /** Removes files of processes that ended in the middle of an upload. */
  async removeLeftovers(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((one) => one.startsWith(PREFIX))) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs < Date.now() - LEFTOVER_AGE_MS) await rm(path, { force: true }).catch(() => undefined);
    }
  }
}

/** A file that is being written. */
class IncomingWriter {
  #size = 0;
  readonly #path: string;
  readonly #handle: FileHandle;

  constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** @throws ApiError `unavailable` */
  async write(chunk: Buffer): Promise<void> {
    try {
      await this.#handle.appendFile(chunk);
    } catch (cause) {
      throw new ApiError('unavailable', { cause });
    }
    this.#size += chunk.length;
  }

  async end(uploader: Uploader): Promise<IncomingFile> {
    await this.#handle.close();
    return new IncomingFile(this.#path, this.#size, uploader);
  }

  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#path, { force: true }).catch(() => undefined);
  }
}
