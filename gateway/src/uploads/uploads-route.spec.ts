import { once } from 'node:events';
import { mkdir, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorBody } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import sharp from 'sharp';
import { UploadsGateway } from './gateway.spec-support.js';
import { newKey } from './object-key.js';

describe('GET /uploads/:key', () => {
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 256));
  let gateway: UploadsGateway;
  let path: string;
  let large: string;
  beforeAll(async () => {
    gateway = await UploadsGateway.start();
    const put = async (key: string, content: Buffer): Promise<string> => {
      await mkdir(join(gateway.folder, 'media', key.slice(0, 2)), { recursive: true });
      await writeFile(join(gateway.folder, 'media', key.slice(0, 2), key), content);
      return `/uploads/${key}`;
    };
    path = await put(newKey('mp4'), bytes);
    large = await put(newKey('mp4'), Buffer.alloc(40 * 1024 * 1024));
    await writeFile(join(gateway.folder, 'media', 'secret.txt'), 'secret');
  });
  afterAll(() => gateway.stop());

  const get = (headers: Record<string, string> = {}, method = 'GET') => gateway.send(path, { method, headers });

  it('sends the object so that a browser keeps it and takes it for nothing else', async () => {
    const answer = await get();
    expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '1000',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': expect.stringMatching(/^inline; filename="inkling-[0-9a-f]{8}\.mp4"$/),
      etag: expect.stringMatching(/^"[0-9a-f]{32}\.mp4"$/),
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('tells HEAD the same, without the object', async () => {
    const answer = await get({}, 'HEAD');
    expect([
      answer.status,
      answer.headers.get('content-length'),
      answer.headers.get('content-type'),
      answer.bytes.length,
    ]).toEqual([200, '1000', 'video/mp4', 0]);
    expect((await get({ range: 'bytes=0-9' }, 'HEAD')).status).toBe(200);
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=500-', 500, 999],
    ['bytes=-10', 990, 999],
    ['bytes=999-5000', 999, 999],
  ])('sends %s of it', async (range, start, end) => {
    const answer = await get({ range });
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      206,
      `bytes ${start}-${end}/1000`,
      String(end - start + 1),
    ]);
    expect(answer.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it('has pictures in a few widths, of any age, for as long as they are there', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const ground = { width: 1_600, height: 800, channels: 3, background: 'teal', noise } as const;
    const picture = await sharp({ create: ground }).webp().toBuffer();
    const key = newKey('webp');
    const file = join(gateway.folder, 'media', key.slice(0, 2), key);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, picture);
    const at = (query: string) => gateway.send(`/uploads/${key}${query}`);
    // Asked for by many at once, each is made once.
    const [small] = await Promise.all(Array.from({ length: 20 }, () => at('?w=480')));
    const told = ['content-type', 'cache-control'].map((name) => small?.headers.get(name));
    expect([small?.status, ...told]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable']);
    expect((await sharp(small?.bytes).metadata()).width).toBe(480);
    expect(small!.bytes.length).toBeLessThan(picture.length / 3);
    const etag = small!.headers.get('etag')!;
    expect((await gateway.send(`/uploads/${key}?w=480`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await gateway.send(`/uploads/${key}?w=480`, { method: 'HEAD' })).headers.get('content-length')).toBe(
      String(small!.bytes.length),
    );
    expect((await sharp((await at('?w=960')).bytes).metadata()).width).toBe(960);
    expect((await sharp((await at('?w=160')).bytes).metadata()).width).toBe(160);
    for (const query of ['', '?w=481', '?w=', '?w=480&w=960', '?w=__proto__'])
      expect((await at(query)).bytes.equals(picture)).toBe(true);
    expect((await gateway.send(`${path}?w=480`)).bytes.equals(bytes)).toBe(true);
    await rm(file);
    expect((await at('?w=480')).status).toBe(404);
  });

  it('refuses a range that is not there, and ignores one that makes no sense', async () => {
    const answer = await get({ range: 'bytes=1000-' });
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('cache-control')]).toEqual([
      416,
      'bytes */1000',
      'no-store',
    ]);
    expect(ErrorBody.parse(answer.json).message).not.toBe('');
    for (const range of ['bytes=9-1', 'bytes=0-1,4-5', 'pages=1-2', 'bytes=x-'])
      expect((await get({ range })).status).toBe(200);
  });

  it('sends a range only of the object that it is of', async () => {
    const etag = (await get()).headers.get('etag')!;
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await get({ range: 'bytes=0-9', 'if-range': new Date().toUTCString() })).status).toBe(200);
  });

  it('sends nothing to one who has it', async () => {
    const etag = (await get()).headers.get('etag')!;
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get({ 'if-none-match': value });
      expect([answer.status, answer.bytes.length, answer.headers.get('etag')]).toEqual([304, 0, etag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    '/uploads/',
    '/uploads/secret.txt',
    '/uploads/../secret.txt',
    '/uploads/..%2fsecret.txt',
    '/uploads/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/uploads/..%5c..%5csecret.txt',
    `/uploads/${'a'.repeat(32)}.webp`,
    `/uploads/${'a'.repeat(32)}.svg`,
    `/uploads/${'a'.repeat(32)}.mp4%00.html`,
    `/uploads/${'a'.repeat(65)}.webp`,
    '/uploads/aa/bb',
  ])('knows no %s', async (unknown) => {
    const socket = connect(gateway.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    // `fetch` would tidy the path.
    socket.write(`GET ${unknown} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
    expect(answer).not.toMatch(/secret"|max-age|root:/);
    expect(ErrorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).code).toBe('not-found');
  });

  it('holds no file for readers who have left', async () => {
    const open = async (): Promise<number> => {
      const files = await Promise.all(
        (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      );
      return files.filter((file) => file.endsWith(large.slice(large.lastIndexOf('/')))).length;
    };
    const sockets = Array.from({ length: 30 }, () => connect(gateway.port, '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => undefined).write(`GET ${large} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      // They read the beginning, and then nothing.
      socket.once('data', () => socket.pause());
    }
    await eventually(async () => expect(await open()).toBe(30));
    for (const socket of sockets) socket.destroy();
    await eventually(async () => expect(await open()).toBe(0));
  });
});
