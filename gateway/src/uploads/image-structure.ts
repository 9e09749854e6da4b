import { open, type FileHandle } from 'node:fs/promises';
import { FOREIGN_DATA, BROKEN_IMAGE, TOO_LONG, TOO_MUCH_WORK, UnusableMedia } from './unusable-media.js';

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/** Pictures of one animation. */
export const FRAMES_MAX = 600;

const EDGE_BYTES = 4 * 1024;
const WINDOW_BYTES = 64 * 1024;
/** Text that a browser or a careless server would treat as a page or a program. */
const MARKUP = /<(?:!doctype|html|head|body|script|iframe|svg|object|embed|meta|style|\?php)\b|<\?php|javascript:/i;

/** Reads a file byte by byte, with at most one window of it in memory. */
class FileReader {
  #window = Buffer.alloc(0);
  #start = 0;
  readonly #handle: FileHandle;

  constructor(
    handle: FileHandle,
    readonly size: number,
  ) {
    this.#handle = handle;
  }

  /** @throws UnusableMedia if the file ends before */
  async bytes(position: number, length: number): Promise<Buffer> {
    if (position + length > this.size) throw new UnusableMedia(BROKEN_IMAGE);
    if (position < this.#start || position + length > this.#start + this.#window.length) {
      const window = Buffer.alloc(Math.min(Math.max(length, WINDOW_BYTES), this.size - position));
      const { bytesRead } = await this.#handle.read(window, 0, window.length, position);
      if (bytesRead < length) throw new UnusableMedia(BROKEN_IMAGE);
      this.#window = window.subarray(0, bytesRead);
      this.#start = position;
    }
    return this.#window.subarray(position - this.#start, position - this.#start + length);
  }

  /** @throws UnusableMedia if the file ends before */
  async byte(position: number): Promise<number> {
    return (await this.bytes(position, 1))[0]!;
  }

  /** The bytes if they are in the window. */
  windowBytes(position: number, length: number): Buffer | undefined {
    const from = position - this.#start;
    return from < 0 || from + length > this.#window.length ? undefined : this.#window.subarray(from, from + length);
  }

  /** The byte if it is in the window. */
  windowByte(position: number): number | undefined {
    return position < this.#start ? undefined : this.#window[position - this.#start];
  }
}

/**
 * Refuses a file that is a picture and something else as well: with markup where programs look for it, or with data
 * after the picture's declared end. Only a JPEG may continue there, because cameras append previews and short films,
 * which re-encoding drops. It also refuses a JPEG with very many scans and a WebP with very many frames before a
 * decoder sees them.
 * @throws UnusableMedia
 */
export async function refuseForeignData(file: string, format: ImageFormat): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const reader = new FileReader(handle, size);
    const edge = Math.min(EDGE_BYTES, size);
    for (const start of [0, size - edge]) {
      if (MARKUP.test((await reader.bytes(start, edge)).toString('latin1'))) throw new UnusableMedia(FOREIGN_DATA);
    }
    if (format === 'jpeg') return await refuseManyScans(reader);
    const end = await { png: endOfPng, gif: endOfGif, webp: endOfWebp }[format](reader);
    await refuseRest(reader, end);
  } finally {
    await handle.close();
  }
}

/** Zeros after the end are padding, which some programs write. */
async function refuseRest(reader: FileReader, end: number): Promise<void> {
  for (let at = end; at < reader.size; at += WINDOW_BYTES) {
    const rest = await reader.bytes(at, Math.min(WINDOW_BYTES, reader.size - at));
    if (rest.some((byte) => byte !== 0)) throw new UnusableMedia(FOREIGN_DATA);
  }
}

const JPEG = { soi: 0xd8, eoi: 0xd9, sos: 0xda };
/** Bytes after 0xff that are no marker or a marker without a length: stuffing, restarts, the start. */
const standsAlone = (code: number): boolean => code <= 1 || (code >= 0xd0 && code <= JPEG.soi);
/** Programs write about ten scans, and the format has use for about sixty. */
const SCANS_MAX = 100;

/**
 * A decoder goes over the whole picture once per scan, however short the scan is, and checks its time limit only after
 * the last one. Malformed files are left to the decoder.
 */
async function refuseManyScans(reader: FileReader): Promise<void> {
  for (let [at, scans] = [0, 0]; at + 4 <= reader.size;) {
    const byte = reader.windowByte(at) ?? (await reader.byte(at));
    const code = reader.windowByte(at + 1) ?? (await reader.byte(at + 1));
    if (byte !== 0xff || code === 0xff) {
      at += 1;
    } else if (standsAlone(code)) {
      at += 2;
    } else {
      if (code === JPEG.eoi) return;
      if (code === JPEG.sos) scans += 1;
      if (scans > SCANS_MAX) throw new UnusableMedia(TOO_MUCH_WORK);
      at +=
        2 +
        256 * (reader.windowByte(at + 2) ?? (await reader.byte(at + 2))) +
        (reader.windowByte(at + 3) ?? (await reader.byte(at + 3)));
    }
  }
}

async function endOfPng(reader: FileReader): Promise<number> {
  for (let at = 8; ;) {
    const header = await reader.bytes(at, 8);
    at += 12 + header.readUInt32BE(0);
    if (header.toString('latin1', 4) === 'IEND') return at;
  }
}

const WEBP_FRAME = Buffer.from('ANMF').readUInt32LE(0);

/** A decoder that counts frames goes through all earlier ones for each, so they are counted here. */
async function endOfWebp(reader: FileReader): Promise<number> {
  const size = (await reader.bytes(4, 4)).readUInt32LE(0);
  const end = 8 + size + (size % 2);
  for (let [at, frames] = [12, 0]; at + 8 <= Math.min(end, reader.size);) {
    const header = reader.windowBytes(at, 8) ?? (await reader.bytes(at, 8));
    if (header.readUInt32LE(0) === WEBP_FRAME) frames += 1;
    if (frames > FRAMES_MAX) throw new UnusableMedia(TOO_LONG);
    const length = header.readUInt32LE(4);
    at += 8 + length + (length % 2);
  }
  return end;
}

const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_TRAILER = 0x3b;
const colourTable = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

async function endOfGif(reader: FileReader): Promise<number> {
  let at = 13 + colourTable(await reader.byte(10));
  let inBlocks = false;
  for (;;) {
    // Blocks can be one byte long: a promise for each would delay every other request for seconds.
    const byte = reader.windowByte(at) ?? (await reader.byte(at));
    if (inBlocks) {
      // Length-prefixed, to one of length zero.
      inBlocks = byte !== 0;
      at += 1 + byte;
    } else if (byte === GIF_TRAILER) {
      return at + 1;
    } else if (byte === GIF_EXTENSION) {
      inBlocks = true;
      at += 2;
    } else if (byte === GIF_IMAGE) {
      inBlocks = true;
      at += 11 + colourTable(reader.windowByte(at + 9) ?? (await reader.byte(at + 9)));
    } else throw new UnusableMedia(BROKEN_IMAGE);
  }
}
