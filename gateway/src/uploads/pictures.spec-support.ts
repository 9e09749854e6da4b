import { createDeflate, crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A valid grey PNG of any size, a few hundred bytes for each megabyte that it decodes to. */
export async function blankPng(width: number, height: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const deflate = createDeflate({ level: 1 });
  const row = Buffer.alloc(width + 1);
  const rows = (async () => {
    for (let y = 0; y < height; y++)
      if (!deflate.write(row)) await new Promise((resolve) => deflate.once('drain', resolve));
    deflate.end();
  })();
  const parts: Buffer[] = [];
  for await (const part of deflate) parts.push(part as Buffer);
  await rows;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(parts)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A plain picture whose left half is red and whose right half is blue. */
const halves = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ]);

/** A JPEG as a phone held upright takes it: turned in its orientation, with place, device and comment. */
export const gpsJpeg = (width = 400, height = 200): Promise<Buffer> =>
  halves(width, height)
    .withExif({
      IFD0: { Make: 'Secretphone', ImageDescription: 'my home' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 27/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 17/1 40/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
        '<rdf:Description>Secret place</rdf:Description></rdf:RDF></x:xmpmeta>',
    )
    .jpeg()
    .toBuffer();

/** An animation of differently coloured frames. */
export async function animation(format: 'gif' | 'webp', frames: number, side: number): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, i) =>
      sharp({
        create: { width: side, height: side, channels: 3, background: { r: (i * 37) % 256, g: (i * 91) % 256, b: 80 } },
      })
        .png()
        .toBuffer(),
    ),
  );
  const joined = sharp(pictures, { join: { animated: true } });
  return format === 'gif'
    ? joined.gif({ loop: 0, delay: pictures.map(() => 100) }).toBuffer()
    : joined.webp({ loop: 0, delay: pictures.map(() => 100) }).toBuffer();
}

/**
 * A progressive JPEG as what comes before its first scan, and its scans, each with the tables before it; without the
 * end.
 */
export function progressive(jpeg: Buffer): [head: Buffer, scans: Buffer[]] {
  const [SOS, EOI, SIZE] = [0xda, 0xd9, 0xc2];
  const scans: Buffer[] = [];
  let [at, start] = [2, 0];
  for (let head = jpeg; ;) {
    const marker = jpeg[at + 1];
    if (marker === EOI) return [head, scans];
    at += 2 + jpeg.readUInt16BE(at + 2);
    if (marker === SIZE) [head, start] = [jpeg.subarray(0, at), at];
    if (marker !== SOS) continue;
    while (jpeg[at] !== 0xff || jpeg[at + 1] === 0) at += 1;
    scans.push(jpeg.subarray(start, at));
    start = at;
  }
}

/** A WebP of one pixel that shows `frame`, a picture's own chunks, so many times. */
export function webpFrames(frame: Buffer, count: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const header = Buffer.from(`${name}....`);
    header.writeUInt32LE(data.length, 4);
    return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
  };
  const animated = Buffer.from([2, ...Array.from({ length: 9 }, () => 0)]);
  const shown = chunk('ANMF', Buffer.concat([Buffer.alloc(16), frame]));
  return chunk(
    'RIFF',
    Buffer.concat([
      Buffer.from('WEBP'),
      chunk('VP8X', animated),
      chunk('ANIM', Buffer.alloc(6)),
      Buffer.alloc(shown.length * count, shown),
    ]),
  );
}
