import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inkling/platform';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { prepareVideo } from './videos.js';

const fixture = (name: string): string => join(process.cwd(), 'gateway/src/uploads/fixtures', name);
const PRIVATE = /48\.8577|Secret|home|©xyz|\u00a9xyz|loci|mdta/;

/** Names of a file's outermost boxes. */
function boxes(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    names.push(bytes.toString('latin1', at + 4, at + 8));
    const size = bytes.readUInt32BE(at);
    at += size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size;
  }
  return names;
}

async function look(file: string) {
  const input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS });
  try {
    const video = (await input.getPrimaryVideoTrack())!;
    const audio = await input.getPrimaryAudioTrack();
    const packets = async (track: NonNullable<typeof video | typeof audio>) => {
      const found: { timestamp: number; bytes: string }[] = [];
      for await (const { timestamp, data } of new EncodedPacketSink(track).packets())
        found.push({ timestamp: Math.round(timestamp * 1_000), bytes: Buffer.from(data).toString('base64') });
      return found;
    };
    return {
      rotation: await video.getRotation(),
      codecs: [await video.getCodec(), await audio?.getCodec()],
      picture: await packets(video),
      sound: audio ? await packets(audio) : [],
      tags: await input.getMetadataTags(),
    };
  } finally {
    input.dispose();
  }
}

describe('a video', () => {
  let folder: string;
  let target: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-videos-'));
    target = join(folder, 'target');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const refusal = async (file: string, secondsMax = 600): Promise<string> => {
    const error: unknown = await prepareVideo(file, 'mp4', target, secondsMax).catch((reason: unknown) => reason);
    if (!(error instanceof ApiError)) throw new Error(`Not refused: ${JSON.stringify(error)}`);
    expect(error.code).toBe('unsupported-media-type');
    return error.message;
  };

  it('of a phone comes back without its place, upright, with its index in front', async () => {
    const source = fixture('gps-rotated.mp4');
    expect((await readFile(source)).toString('latin1')).toMatch(PRIVATE);
    // 160 x 90, to be turned by a quarter.
    expect(await prepareVideo(source, 'mp4', target, 600)).toEqual({
      extension: 'mp4',
      width: 90,
      height: 160,
      duration: 2,
    });
    const bytes = await readFile(target);
    expect(bytes.toString('latin1')).not.toMatch(PRIVATE);
    expect(boxes(bytes).filter((name) => name !== 'free')).toEqual(['ftyp', 'moov', 'mdat']);
    const [before, after] = [await look(source), await look(target)];
    expect(after.rotation).toBe(before.rotation);
    expect(after.rotation).not.toBe(0);
    expect(after.codecs).toEqual(['avc', 'aac']);
    // Nothing was re-encoded, and every picture and sound is where it was.
    expect(after.picture).toEqual(before.picture);
    expect(after.sound).toEqual(before.sound);
    expect(after.tags.title).toBeUndefined();
  });

  it('of WebM keeps its kind', async () => {
    const source = fixture('gps.webm');
    expect(await prepareVideo(source, 'webm', target, 600)).toMatchObject({
      extension: 'webm',
      width: 160,
      height: 90,
    });
    expect((await readFile(target)).toString('latin1')).not.toMatch(PRIVATE);
    const [before, after] = [await look(source), await look(target)];
    expect(after.codecs).toEqual(['vp9', 'opus']);
    expect(after.picture.map(({ bytes }) => bytes)).toEqual(before.picture.map(({ bytes }) => bytes));
    expect(after.sound.map(({ bytes }) => bytes)).toEqual(before.sound.map(({ bytes }) => bytes));
  });

  it('of QuickTime becomes an MP4', async () => {
    expect(await prepareVideo(fixture('gps.mov'), 'mp4', target, 600)).toMatchObject({
      extension: 'mp4',
      width: 160,
      height: 90,
      duration: 2,
    });
    const bytes = await readFile(target);
    expect(bytes.toString('latin1', 4, 12)).toBe('ftypisom');
    expect(bytes.toString('latin1')).not.toMatch(PRIVATE);
  });

  it('that is too long, that browsers cannot play, or that has no picture is refused, and says why', async () => {
    expect(await refusal(fixture('gps-rotated.mp4'), 1)).toContain('At most 1 seconds');
    expect(await refusal(fixture('mpeg4-codec.mp4'))).toContain('Browsers cannot play this video');
    expect(await refusal(fixture('sound-only.mp4'))).toContain('no moving picture');
  });

  it('that is cut off, damaged or a lie is refused', async () => {
    const bytes = await readFile(fixture('gps-rotated.mp4'));
    const file = join(folder, 'broken.mp4');
    // Its table of samples claims four thousand million of them.
    const claim = Buffer.from(bytes);
    const table = claim.indexOf('stsz');
    claim.writeUInt32BE(1, table + 8);
    claim.writeUInt32BE(0xffff_fff0, table + 12);
    for (const broken of [
      bytes.subarray(0, 200),
      bytes.subarray(0, bytes.length - 1_500),
      Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(9_000, 0x41)]),
      claim,
    ]) {
      await writeFile(file, broken);
      expect(await refusal(file)).toMatch(/cannot be read|too long|no moving picture/);
    }
  });

  it('whose pictures are said to share their bytes is refused, or a small file would fill the disk', async () => {
    const bytes = Buffer.concat([await readFile(fixture('gps-rotated.mp4')), Buffer.alloc(2_000_000, 0x41)]);
    const [sizes, places] = [bytes.indexOf('stsz'), bytes.indexOf('stco')];
    const first = bytes.readUInt32BE(places + 12);
    for (let chunk = 0; chunk < bytes.readUInt32BE(places + 8); chunk += 1)
      bytes.writeUInt32BE(first, places + 12 + chunk * 4);
    for (let picture = 0; picture < bytes.readUInt32BE(sizes + 12); picture += 1)
      bytes.writeUInt32BE(900_000, sizes + 16 + picture * 4);
    const file = join(folder, 'sharing.mp4');
    await writeFile(file, bytes);
    expect(await refusal(file)).toContain('cannot be read');
    expect((await stat(target)).size).toBeLessThan(2 * bytes.length + 100_000);
  });

  // Bytes at random places, as a bad disk or a bad actor leaves them; with this seed a thread would work for 20
  // seconds.
  it('that is damaged keeps no thread busy for longer than its size allows', async () => {
    const file = join(folder, 'damaged.mp4');
    await writeFile(file, damaged(await readFile(fixture('gps-rotated.mp4')), 91));
    // The thread's own processor time: that of the whole process has other work and garbage collection in it.
    const worked: number[] = [];
    const { cpuUsage } = Worker.prototype;
    const looks = jest.spyOn(Worker.prototype, 'cpuUsage').mockImplementation(async function (this: Worker) {
      const usage = await cpuUsage.call(this);
      worked.push((usage.user + usage.system) / 1_000);
      return usage;
    });
    expect(await refusal(file)).toContain('cannot be read');
    looks.mockRestore();
    expect(worked.length).toBeGreaterThan(0);
    // Two seconds of work, and what it takes to begin and to end a thread.
    expect(Math.max(...worked)).toBeLessThan(5_000);
  });
});

/** A copy with up to twenty bytes changed, the same for the same seed. */
function damaged(bytes: Buffer, seed: number): Buffer {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const copy = Buffer.from(bytes);
  const changes = 1 + Math.floor(random() * 20);
  for (let at = 0; at < changes; at += 1) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
  return copy;
}
