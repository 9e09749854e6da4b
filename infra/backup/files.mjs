import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * How a backup's files are stored: as they are, or encrypted.
 * @typedef {object} Envelope
 * @property {string} suffix of the stored files' names
 * @property {(source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>} seal
 * @property {(source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>} open fails for bytes that were changed
 */

/** Stores files as they are. @type {Envelope} */
export const PLAIN = { suffix: '', seal: (source) => source, open: (source) => source };

/**
 * @typedef {object} StoredFile
 * @property {string} file below the backup's folder
 * @property {number} bytes as stored
 * @property {string} sha256 as stored
 * @property {number} size before it was encrypted
 */

/** The files of one backup. Names are those before encryption. */
export class BackupFiles {
  /** @param {string} root the backup's folder @param {Envelope} [envelope] */
  constructor(root, envelope = PLAIN) {
    this.root = root;
    this.envelope = envelope;
  }

  /** @param {string} name @returns {string} its path on the disk */
  pathOf(name) {
    return join(this.root, name + this.envelope.suffix);
  }

  /**
   * Stores what a pipeline of streams brings.
   * @param {string} name
   * @param {...(NodeJS.ReadableStream | NodeJS.ReadWriteStream | AsyncIterable<string | Uint8Array>)} streams
   * @returns {Promise<StoredFile>}
   */
  async write(name, ...streams) {
    const path = this.pathOf(name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const [plain, stored] = [new Meter(), new Meter()];
    await pipeline(...streams, plain, this.envelope.seal, stored, createWriteStream(path, { mode: 0o600 }));
    return { file: name + this.envelope.suffix, ...stored.result(), size: plain.result().bytes };
  }

  /** @param {string} name @returns {Readable} its bytes before encryption; fails when they were changed */
  read(name) {
    const stored = createReadStream(this.pathOf(name));
    return this.envelope === PLAIN ? stored : Readable.from(this.envelope.open(stored), { objectMode: false });
  }

  /** @param {string} name */
  remove(name) {
    return rm(this.pathOf(name), { force: true });
  }

  /** @param {string} name @param {{ bytes: number, sha256: string }} expected as stored */
  isIntact(name, expected) {
    return isIntact(this.pathOf(name), expected);
  }
}

/** @returns {Promise<boolean>} whether a file is there, with these bytes */
export async function isIntact(path, { bytes, sha256 }) {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return false;
  const found = await measure(handle.createReadStream());
  return found.bytes === bytes && found.sha256 === sha256;
}

/**
 * Reads a stream to its end.
 * @param {NodeJS.ReadableStream} source
 * @returns {Promise<{ bytes: number, sha256: string }>}
 */
export async function measure(source) {
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

  _transform(chunk, _encoding, callback) {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    callback(null, chunk);
  }

  /** @returns {{ bytes: number, sha256: string }} once all has passed */
  result() {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
