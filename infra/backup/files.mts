import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Bytes = AsyncIterable<Uint8Array>;

/** How a backup's files are stored: as they are, or encrypted. */
export interface Envelope {
  /** Of the stored files' names. */
  suffix: string;
  seal: (source: Bytes) => Bytes;
  /** Fails for bytes that were changed. */
  open: (source: Bytes) => Bytes;
}

/** Stores files as they are. */
export const PLAIN: Envelope = { suffix: '', seal: (source) => source, open: (source) => source };

/** A file's size and checksum, as stored. */
export interface Sum {
  bytes: number;
  sha256: string;
}

export interface StoredFile extends Sum {
  /** Path below the backup's folder. */
  file: string;
  /** Bytes before encryption. */
  size: number;
}

type Source = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> | (() => AsyncIterable<string>);

/** `pipeline` for a list of stages; its own types want to know their number. */
const pipe = pipeline as unknown as (...stages: unknown[]) => Promise<void>;

/** The files of one backup. Names are those before encryption. */
export class BackupFiles {
  readonly root: string;
  readonly envelope: Envelope;

  constructor(root: string, envelope = PLAIN) {
    this.root = root;
    this.envelope = envelope;
  }

  /** @returns the path on the disk */
  pathOf(name: string) {
    return join(this.root, name + this.envelope.suffix);
  }

  /** Stores what a source gives, after the given transforms. */
  async write(name: string, source: Source, ...transforms: Transform[]): Promise<StoredFile> {
    const path = this.pathOf(name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const [plain, stored] = [new Meter(), new Meter()];
    await pipe(source, ...transforms, plain, this.envelope.seal, stored, createWriteStream(path, { mode: 0o600 }));
    return { file: name + this.envelope.suffix, ...stored.result(), size: plain.result().bytes };
  }

  /** @returns the bytes before encryption; fails when they were changed */
  read(name: string): Readable {
    const stored = createReadStream(this.pathOf(name));
    return this.envelope === PLAIN ? stored : Readable.from(this.envelope.open(stored), { objectMode: false });
  }

  remove(name: string) {
    return rm(this.pathOf(name), { force: true });
  }
}

/** @returns whether a file is there, with these bytes */
export async function isIntact(path: string, { bytes, sha256 }: Sum): Promise<boolean> {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return false;
  const found = await measure(handle.createReadStream());
  return found.bytes === bytes && found.sha256 === sha256;
}

/** Reads a stream to its end. */
export async function measure(source: Readable): Promise<Sum> {
  const meter = new Meter();
  await pipeline(source, meter, async (rest) => {
    for await (const chunk of rest) void chunk;
  });
  return meter.result();
}

/** Passes bytes on, and knows their number and checksum. */
export class Meter extends Transform {
  #hash = createHash('sha256');
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback) {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    callback(null, chunk);
  }

  /** Call it once, when all bytes have passed. */
  result(): Sum {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
