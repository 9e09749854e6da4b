import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '@inkling/platform';
import { processorTime } from '@inkling/testing';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { refuseForeignData, type ImageFormat } from './image-structure.js';
import { prepareImage, type MediaUse, type PreparedImage } from './images.js';
import { animation, blankPng, gpsJpeg, progressive, webpFrames } from './pictures.spec-support.js';

const colour = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

describe('a picture', () => {
  let folder: string;
  let target: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-images-'));
    target = join(folder, 'target.webp');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const prepare = async (bytes: Buffer, format: ImageFormat, use: MediaUse = 'poll'): Promise<PreparedImage> => {
    const file = join(folder, 'source');
    await writeFile(file, bytes);
    return prepareImage(file, format, use, target);
  };
  const refusal = async (bytes: Buffer, format: ImageFormat): Promise<ApiError> => {
    const error: unknown = await prepare(bytes, format).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ApiError)) throw new Error(`Not refused: ${String(error)}`);
    expect(error.code).toBe('unsupported-media-type');
    return error;
  };

  it('of a phone comes out upright, without place, device or any other metadata', async () => {
    const source = await gpsJpeg(400, 200);
    expect((await sharp(source).metadata()).exif?.toString('latin1')).toContain('Secretphone');
    const prepared = await prepare(source, 'jpeg');
    expect(prepared).toMatchObject({ extension: 'webp', width: 200, height: 400 });
    const bytes = await readFile(target);
    const { exif, xmp, icc, iptc, orientation, format, width, height } = await sharp(bytes).metadata();
    expect({ exif, xmp, icc, iptc, orientation, format, width, height }).toEqual({
      exif: undefined,
      xmp: undefined,
      icc: undefined,
      iptc: undefined,
      orientation: undefined,
      format: 'webp',
      width: 200,
      height: 400,
    });
    expect(bytes.toString('latin1')).not.toMatch(/Secret|Exif|home/);
    // The camera's left is the top of what was taken.
    const [top, bottom] = await Promise.all(
      [20, 380].map(async (y) => [
        ...(await sharp(bytes).extract({ left: 100, top: y, width: 1, height: 1 }).raw().toBuffer()),
      ]),
    );
    expect([top![0]! > 200, top![2]! < 60, bottom![0]! < 60, bottom![2]! > 200]).toEqual([true, true, true, true]);
  });

  it('has a thumbnail of its own proportions', async () => {
    const { thumbhash } = await prepare(await colour(300, 100, '#20c040').jpeg().toBuffer(), 'jpeg');
    const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'));
    expect(w / h).toBeGreaterThan(2);
    expect([rgba[1]! > rgba[0]!, rgba[1]! > rgba[2]!]).toEqual([true, true]);
  });

  it('is made smaller, never larger', async () => {
    expect(await prepare(await colour(4_000, 1_000, 'red').png().toBuffer(), 'png')).toMatchObject({
      width: 2_048,
      height: 512,
    });
    expect(await prepare(await colour(30, 20, 'red').webp().toBuffer(), 'webp')).toMatchObject({
      width: 30,
      height: 20,
    });
  });

  it('of a profile is a square', async () => {
    expect(await prepare(await colour(1_000, 700, 'red').jpeg().toBuffer(), 'jpeg', 'profile')).toMatchObject({
      width: 512,
      height: 512,
    });
    expect(await prepare(await gpsJpeg(300, 200), 'jpeg', 'profile')).toMatchObject({ width: 200, height: 200 });
    expect(await prepare(await animation('gif', 3, 60), 'gif', 'profile')).toMatchObject({ width: 60, height: 60 });
    expect((await sharp(target).metadata()).pages ?? 1).toBe(1);
  });

  it('comes out in sRGB, whatever it was saved in', async () => {
    const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
      .withIccProfile('p3')
      .jpeg({ quality: 100 })
      .toBuffer();
    await prepare(red, 'jpeg');
    const [r, g, b] = await sharp(target).extract({ left: 4, top: 4, width: 1, height: 1 }).raw().toBuffer();
    expect([r! > 240, g! < 20, b! < 20]).toEqual([true, true, true]);
    await prepare(await colour(8, 8, '#808080').toColourspace('cmyk').jpeg().toBuffer(), 'jpeg');
    expect((await sharp(target).metadata()).space).toBe('srgb');
  });

  it.each(['gif', 'webp'] as const)('that moves goes on moving: %s', async (format) => {
    expect(await prepare(await animation(format, 5, 40), format)).toMatchObject({ width: 40, height: 40 });
    const { pages, delay, loop } = await sharp(target).metadata();
    expect({ pages, delay, loop }).toEqual({ pages: 5, delay: [100, 100, 100, 100, 100], loop: 0 });
  });

  it('that moves for too long is refused, before it is decoded', async () => {
    const { message } = await refusal(await animation('gif', 620, 4), 'gif');
    expect(message).toContain('animation is too long');
  });

  it('of 16,384 x 16,384 is refused from its header: fast, and without memory', async () => {
    const bytes = await blankPng(16_384, 16_384);
    const before = process.memoryUsage.rss();
    const used = await processorTime(async () =>
      expect((await refusal(bytes, 'png')).message).toContain('too many pixels'),
    );
    expect(used).toBeLessThan(1_000);
    // Decoded it takes 256 MB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024);
  });

  it('of thousands of scans, each another pass over the picture, is refused before it is decoded', async () => {
    const [head, scans] = progressive(
      await colour(4_000, 3_000, 'white').jpeg({ progressive: true, optimiseScans: true }).toBuffer(),
    );
    const last = scans.at(-1)!;
    const end = Buffer.of(0xff, 0xd9);
    await prepare(Buffer.concat([head, ...scans, ...Array.from({ length: 60 }, () => last), end]), 'jpeg');
    // Fill bytes before a marker are part of the format, and decoders pass over what lies between segments.
    const hidden = Buffer.concat([Buffer.of(0, 0xff, 0xff), last.subarray(1)]);
    for (const scan of [last, hidden]) {
      const bytes = Buffer.concat([head, ...scans, ...Array.from({ length: 2_000 }, () => scan), end]);
      const used = await processorTime(async () =>
        expect((await refusal(bytes, 'jpeg')).message).toContain('too long to work on'),
      );
      expect(used).toBeLessThan(1_000);
    }
  });

  it.each([
    ['stuffed bytes', Buffer.of(0xff, 0)],
    ['empty segments', Buffer.of(0xff, 0xe0, 0, 2)],
  ])('of nothing but %s is looked through at once: others wait meanwhile', async (_what, bytes) => {
    const file = join(folder, 'long');
    await writeFile(
      file,
      Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(24_000_000, bytes), Buffer.of(0xff, 0xd9)]),
    );
    expect(await processorTime(() => refuseForeignData(file, 'jpeg'))).toBeLessThan(1_000);
  });

  it('of a hundred thousand frames, each looked for from the first on, is refused before it is decoded', async () => {
    const frame = (await colour(1, 1, 'white').webp({ lossless: true }).toBuffer()).subarray(12);
    await prepare(webpFrames(frame, 500), 'webp');
    const used = await processorTime(async () =>
      expect((await refusal(webpFrames(frame, 100_000), 'webp')).message).toContain('too long'),
    );
    expect(used).toBeLessThan(1_000);
  });

  const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

  it('that is a page as well is refused', async () => {
    await prepare(GIF, 'gif');
    const png = await colour(4, 4, 'red').png().toBuffer();
    const webp = await colour(4, 4, 'red').webp().toBuffer();
    const jpeg = await colour(4, 4, 'red').jpeg().toBuffer();
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    for (const [bytes, format] of [
      [GIF, 'gif'],
      [png, 'png'],
      [webp, 'webp'],
      [jpeg, 'jpeg'],
    ] as const) {
      expect((await refusal(Buffer.concat([bytes, page]), format)).message).toContain('more than a picture');
    }
    // Within the structure: a comment of a GIF, and of a JPEG.
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, page.length]), page, Buffer.from([0])]);
    await refusal(Buffer.concat([GIF.subarray(0, 19), comment, GIF.subarray(19)]), 'gif');
    await refusal(
      Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, page.length + 2]), page, jpeg.subarray(2)]),
      'jpeg',
    );
    // A GIF whose width says `/*`, and whose rest is a program.
    await refusal(Buffer.concat([GIF, Buffer.from('*/=1;alert(1)')]), 'gif');
    // An archive at the end.
    await refusal(Buffer.concat([png, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]), 'png');
  });

  it('of millions of empty words is looked through at once: others wait meanwhile', async () => {
    const words = Buffer.alloc(24_000_000, Buffer.from([1, 0x41]));
    const file = join(folder, 'words');
    await writeFile(
      file,
      Buffer.concat([GIF.subarray(0, -1), Buffer.from([0x21, 0xfe]), words, Buffer.from([0, 0x3b])]),
    );
    expect(await processorTime(() => refuseForeignData(file, 'gif'))).toBeLessThan(1_000);
  });

  it('may be padded, and a JPEG may carry what cameras append, which is left behind', async () => {
    await prepare(Buffer.concat([GIF, Buffer.alloc(100)]), 'gif');
    const jpeg = await colour(40, 40, 'red').jpeg().toBuffer();
    await prepare(Buffer.concat([jpeg, Buffer.from('MotionPhoto_Data'), Buffer.alloc(50_000, 7)]), 'jpeg');
    expect((await readFile(target)).includes('MotionPhoto')).toBe(false);
  });

  it('that is damaged, cut off or something else is refused', async () => {
    const jpeg = await colour(500, 500, 'red').jpeg().toBuffer();
    const png = await colour(500, 500, 'red').png().toBuffer();
    await refusal(jpeg.subarray(0, jpeg.length / 2), 'jpeg');
    await refusal(png.subarray(0, png.length / 2), 'png');
    await refusal(GIF.subarray(0, 30), 'gif');
    await refusal(Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<html>')]), 'gif');
    await refusal(png, 'jpeg');
    await refusal(Buffer.alloc(5_000, 0xff), 'jpeg');
    await refusal(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
      'png',
    );
    await refusal(await colour(10, 10, 'red').tiff().toBuffer(), 'png');
    expect(await readdir(folder)).not.toContain('core');
  });

  it('is opened by the readers of four formats alone', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    await expect(sharp(svg).metadata()).rejects.toThrow();
    await expect(sharp(await colour(10, 10, 'red').tiff().toBuffer()).metadata()).rejects.toThrow();
    await expect(sharp(await colour(10, 10, 'red').avif().toBuffer()).metadata()).rejects.toThrow();
  });
});
