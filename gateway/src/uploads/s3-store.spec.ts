import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollDeleted } from '@inkling/contracts';
import { ConfigError, parseConfig } from '@inkling/platform';
import { EventFeed, eventually } from '@inkling/testing';
import { UploadsGateway } from './gateway.spec-support.js';
import { newKey } from './object-key.js';
import { behavesAsStore } from './object-store.spec-support.js';
import { canHaveS3, startS3, type S3Server } from './s3-server.spec-support.js';
import { S3Store } from './s3-store.js';
import { UploadsConfig } from '../config.js';
import { chooseStore } from './uploads.module.js';

const withServer = canHaveS3() ? describe : describe.skip;

withServer('the store on a real S3 server (S3_TEST_ENDPOINT, or INKLING_TEST_S3=1 to build MinIO with Go)', () => {
  let folder: string;
  let server: S3Server;
  let store: S3Store;
  const settings = () => ({ ...server, region: 'us-east-1', bucket: `inkling-spec-${process.pid}` });

  beforeAll(async () => {
    server = await startS3();
    folder = await mkdtemp(join(tmpdir(), 'inkling-s3-files-'));
    store = new S3Store(settings());
  }, 15 * 60_000);
  afterAll(async () => {
    store.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  behavesAsStore(
    () => store,
    () => folder,
  );

  it('makes its bucket once, and keeps it to itself', async () => {
    const bucket = `inkling-new-${process.pid}`;
    const stores = Array.from({ length: 4 }, () => new S3Store({ ...settings(), bucket }));
    const key = newKey('webp');
    await writeFile(join(folder, 'one'), 'private');
    await Promise.all(stores.map((one) => one.put(key, join(folder, 'one'), 'image/webp')));
    expect((await fetch(`${server.endpoint}/${bucket}/${key}`)).status).toBe(403);
    for (const one of stores) one.close();
  });

  it('is unavailable with a wrong key, without saying why to the caller', async () => {
    const wrong = new S3Store({ ...settings(), secretKey: 'not the secret' });
    await expect(wrong.head(newKey('webp'))).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      message: expect.not.stringContaining('not the secret'),
    });
    await expect(wrong.put(newKey('webp'), join(folder, 'one'), 'image/webp')).rejects.toMatchObject({
      code: 'unavailable',
    });
    wrong.close();
  });

  it('serves a gateway: upload, ranges, and the end with the poll', async () => {
    const bucket = `inkling-gateway-${process.pid}`;
    const gateway = await UploadsGateway.start({
      S3_ENDPOINT: server.endpoint,
      S3_ACCESS_KEY: server.accessKey,
      S3_SECRET_KEY: server.secretKey,
      S3_BUCKET: bucket,
    });
    const feed = await EventFeed.connect(gateway.stack);
    try {
      const { status, json } = await gateway.upload(
        await readFile(join(process.cwd(), 'gateway/src/uploads/fixtures/gps.webm')),
      );
      expect([status, json.media]).toEqual([201, expect.stringMatching(/\.webm$/)]);
      expect(await gateway.objects()).toEqual([]);
      const whole = await gateway.send(json.media!);
      expect([whole.status, whole.headers.get('content-type'), whole.bytes.length > 10_000]).toEqual([
        200,
        'video/webm',
        true,
      ]);
      const part = await gateway.send(json.media!, { headers: { range: 'bytes=100-199' } });
      expect([part.status, part.bytes.equals(whole.bytes.subarray(100, 200))]).toEqual([206, true]);
      await feed.publishTwice(pollDeleted, { pollId: 1, authorId: 1, media: json.media! });
      await eventually(async () => expect((await gateway.send(json.media!)).status).toBe(404));
    } finally {
      await feed.close();
      await gateway.stop();
    }
  });

  it('lets the connection go when a reader leaves', async () => {
    const key = newKey('mp4');
    await writeFile(join(folder, 'large'), Buffer.alloc(20 * 1024 * 1024));
    await store.put(key, join(folder, 'large'), 'video/mp4');
    const sockets: (Socket | undefined)[] = [];
    for (let i = 0; i < 70; i++) {
      const stream = (await store.read(key))!;
      sockets.push((stream as unknown as { socket?: Socket }).socket);
      stream.destroy();
    }
    // More than the agent allows at once: none of them can still be held.
    await eventually(() => expect(sockets.every((socket) => !socket || socket.destroyed)).toBe(true));
    expect((await store.head(key))?.size).toBe(20 * 1024 * 1024);
  });
});

describe('a store whose S3 server is away', () => {
  const sockets = new Set<Socket>();
  let silent: Server;
  let folder: string;
  const store = (port: number): S3Store =>
    new S3Store({
      endpoint: `http://127.0.0.1:${port}`,
      accessKey: 'a',
      secretKey: 'b',
      region: 'us-east-1',
      bucket: 'media',
      silenceMs: 300,
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-s3-away-'));
    await writeFile(join(folder, 'one'), 'x');
    silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined).resume()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await rm(folder, { recursive: true });
  });

  /** What each call of the store, all at once, was refused with. */
  const refusals = async (one: S3Store) => {
    const calls = [
      one.head(newKey('webp')),
      one.read(newKey('webp')),
      one.put(newKey('webp'), join(folder, 'one'), 'image/webp'),
      one.remove([newKey('webp')]),
      one.list(10),
    ];
    return (await Promise.allSettled<unknown>(calls)).map((call) =>
      call.status === 'rejected' ? (call.reason as unknown) : call,
    );
  };

  it('answers that it is unavailable', async () => {
    const closed = store(1);
    for (const refusal of await refusals(closed)) expect(refusal).toMatchObject({ code: 'unavailable', status: 503 });
    closed.close();
  });

  it('does not wait for one that says nothing', async () => {
    const one = store((silent.address() as AddressInfo).port);
    // The client itself would wait for ever.
    for (const refusal of await refusals(one)) expect(refusal).toMatchObject({ code: 'unavailable' });
    one.close();
  });

  it('makes the gateway say that it is not ready, without waiting for it', async () => {
    const gateway = await UploadsGateway.start({
      S3_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 'b',
    });
    try {
      const began = Date.now();
      const ready = await gateway.send('/health/ready');
      expect([ready.status, ready.json]).toMatchObject([
        503,
        { status: 'unavailable', parts: { nats: 'ok', media: 'no answer in time' } },
      ]);
      // Four seconds, where the machine has nothing else to do; the store itself is given up after fifteen.
      expect(Date.now() - began).toBeLessThan(7_500);
      expect((await gateway.send('/health/live')).status).toBe(200);
    } finally {
      await gateway.stop();
    }
  });
});

describe('the choice of a store', () => {
  const choose = (env: NodeJS.ProcessEnv) => chooseStore(parseConfig('gateway', UploadsConfig, env));
  it('is the disk, unless there is an S3 server with its keys', () => {
    expect(choose({})).not.toBeInstanceOf(S3Store);
    expect(choose({ S3_ENDPOINT: 'https://s3.example.org', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' })).toBeInstanceOf(
      S3Store,
    );
    expect(() => choose({ S3_ENDPOINT: 'https://s3.example.org' })).toThrow(ConfigError);
    expect(() => choose({ S3_ENDPOINT: 's3.example.org' })).toThrow(/S3_ENDPOINT: must be a URL/);
  });
});
