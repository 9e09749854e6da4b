import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import { UploadsGateway } from './gateway.spec-support.js';
import { blankPng } from './pictures.spec-support.js';

/** One second here stands for fifteen: a sender is judged by what it brings in one second, not in fifteen. */
const SCALE = 15;
const BYTES_PER_SECOND = 16 * 1024 * SCALE;
/** What each slow sender brings: 72 KB/s shared by 64 connections. */
const TRICKLE = Math.round((72_000 / 64) * SCALE);
const A_MINUTE_MS = 60_000 / SCALE;
const TICK_MS = 50;

const BOUNDARY = 'inkling-boundary';
const part = (name: string, more = ''): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const FIELDS = `${part('question')}Which?\r\n${part('options')}["A","B"]\r\n`;
const PROFILE = `${part('name')}Ada\r\n${part('username')}ada\r\n`;
const fileOf = (field: string): string => part(field, '; filename="a.png"');

/** Also after a reset. */
const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

interface Sender {
  readonly userId: number;
  readonly network: string;
  readonly profile?: boolean;
}

describe('slow senders', () => {
  let gateway: UploadsGateway;
  let picture: Buffer;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    picture = await blankPng(8, 8);
    gateway = await UploadsGateway.start({
      UPLOAD_STALL_SECONDS: '1',
      UPLOAD_BYTES_PER_SECOND: String(BYTES_PER_SECOND),
    });
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await eventually(async () => expect(await gateway.arriving()).toEqual([]));
  });
  afterAll(() => gateway.stop());

  /** Opens a form that claims five million bytes and sends its beginning. */
  async function open(path: string, { userId, network, profile = true }: Sender, beginning: string): Promise<Socket> {
    const socket = connect(gateway.port, '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    sockets.add(socket);
    await once(socket, 'connect');
    const headers = [
      'Host: localhost',
      `Cookie: ${gateway.cookie(userId, profile)}`,
      `X-Forwarded-For: ${network}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length: 5000000',
    ];
    socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${beginning}`);
    return socket;
  }
  const trickle = (socket: Socket, bytesPerSecond: number): void => {
    const bytes = Buffer.alloc(Math.ceil((bytesPerSecond * TICK_MS) / 1_000), 0x41);
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(bytes)), TICK_MS);
    socket.once('close', () => clearInterval(timer));
  };
  let honest = 10_000;
  /** A small picture of somebody at home. */
  const upload = async (network = '198.51.100.20'): Promise<number> => {
    const form = new FormData();
    form.set('question', 'Which?');
    form.set('options', '["A","B"]');
    form.set('media', new Blob([new Uint8Array(picture)]), 'a.png');
    const headers = { cookie: gateway.cookie((honest += 1)), 'x-forwarded-for': network };
    return (await gateway.send('/api/polls', { method: 'POST', body: form, headers })).status;
  };

  it('with sixteen accounts on one network keep nobody else from uploading', async () => {
    const senders = Array.from({ length: 64 }, (_, i) => ({ userId: 1 + (i % 16), network: '203.0.113.7' }));
    for (const sender of senders) trickle(await open('/api/polls', sender, FIELDS + fileOf('media') + 'x'), TRICKLE);
    await eventually(async () => expect((await gateway.arriving()).length).toBeGreaterThanOrEqual(16));
    expect(await upload()).toBe(201);
    await eventually(async () => expect(await gateway.arriving()).toEqual([]));
  });

  it('on as many networks that come back for a minute keep nobody from uploading', async () => {
    const over = Promise.withResolvers<void>();
    let attacking = true;
    const attack = Array.from({ length: 64 }, async (_, i) => {
      while (attacking) {
        const socket = await open(
          '/api/polls',
          { userId: 100 + i, network: `203.0.113.${i}` },
          FIELDS + fileOf('media') + 'x',
        );
        trickle(socket, TRICKLE);
        await Promise.race([closed(socket), over.promise]);
      }
    });
    await eventually(async () => expect((await gateway.arriving()).length).toBeGreaterThanOrEqual(60));
    const statuses: number[] = [];
    // A busy machine takes longer for five uploads than this minute has.
    const end = Date.now() + A_MINUTE_MS;
    while (Date.now() < end || statuses.length < 5) {
      statuses.push(await upload());
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    attacking = false;
    over.resolve();
    await Promise.all(attack);
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it('that bring no byte of a file hold no place', async () => {
    const senders = Array.from({ length: 64 }, (_, i) => ({ userId: 200 + i, network: `203.0.113.${i}` }));
    await Promise.all(senders.map((sender) => open('/api/polls', sender, FIELDS + fileOf('media'))));
    for (let i = 0; i < 3; i += 1) expect(await upload()).toBe(201);
  });

  it('without a finished profile hold a quarter of the places, however fast they are', async () => {
    const senders = Array.from({ length: 64 }, (_, i) => ({
      userId: 300 + i,
      network: `203.0.113.${i}`,
      profile: false,
    }));
    for (const sender of senders) {
      trickle(
        await open('/api/users/create-profile', sender, PROFILE + fileOf('profilePicture') + 'x'),
        2 * BYTES_PER_SECOND,
      );
    }
    expect(await upload()).toBe(201);
    expect((await gateway.arriving()).length).toBeLessThanOrEqual(16);
  });

  it('that fall silent in the middle are disconnected, and leave nothing', async () => {
    const socket = await open('/api/polls', { userId: 350, network: '203.0.113.9' }, FIELDS + fileOf('media'));
    const ended = closed(socket);
    socket.write(Buffer.alloc(100_000));
    await ended;
    await eventually(async () => expect(await gateway.arriving()).toEqual([]));
  });

  it('do not stop a sender that is slow and yet brings enough', async () => {
    const body = Buffer.concat([Buffer.alloc(1_000_000, 0x41), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
    const beginning = FIELDS + fileOf('media');
    const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
    sockets.add(socket);
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.write(
      `POST /api/polls HTTP/1.1\r\nHost: localhost\r\nCookie: ${gateway.cookie(400)}\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
        `Content-Length: ${beginning.length + body.length}\r\n\r\n${beginning}`,
    );
    const began = performance.now();
    for (let at = 0; at < body.length;) {
      // As much as the clock says, since a busy machine makes some pauses longer.
      const due = Math.ceil((3 * BYTES_PER_SECOND * (performance.now() - began + TICK_MS)) / 1_000);
      socket.write(body.subarray(at, due));
      at = due;
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    // It has arrived whole, and is no picture.
    await eventually(() => expect(answer).toMatch(/^HTTP\/1.1 415 /));
  });
});
