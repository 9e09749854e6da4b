import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS_COOKIE, WS_PATH } from '@inkling/contracts';
import type { ServiceDefinition } from '@inkling/platform';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { WebSocket } from 'ws';
import { gateway } from '../index.js';
import { accessToken, SESSION_SECRET } from '../session/access-token.spec-support.js';

const sessionCookie = (): string => `${ACCESS_COOKIE}=${accessToken()}`;

/** Also where it ends with an error, at which `once` would reject. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

const FLOOD_BYTES = 96e6;
/** A masked ping as large as one may be. */
const PING = Buffer.concat([Buffer.of(0x89, 0x80 | 125), Buffer.alloc(4), Buffer.alloc(125, 'a')]);

describe('WebSocket connections', () => {
  let stack: Stack;
  let port: number;
  const upgrade = (path: string, host: string, cookie = 'none=1'): string =>
    [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Cookie: ${cookie}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    ].join('\r\n');
  const dial = async (): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };

  beforeAll(async () => {
    stack = await startStack({
      services: [gateway as unknown as ServiceDefinition],
      env: { HTTP_PORT: '0', OPS_PORT: '0', SESSION_SECRET, WEB_ROOT: 'none' },
    });
    port = (stack.service('gateway').app.getHttpServer().address() as AddressInfo).port;
  });
  afterAll(() => stack.stop());

  it.each([
    ['/ws', '['],
    ['/ws', 'a<b'],
    ['//', 'localhost'],
    ['/nowhere', 'localhost'],
  ])(
    'survives an upgrade of %s on host %s whose sender resets the connection, and keeps none that stays',
    async (path, host) => {
      const leaving = await dial();
      leaving.write(upgrade(path, host));
      leaving.resume();
      await once(leaving, 'end');
      leaving.resetAndDestroy();

      const staying = await dial();
      staying.write(upgrade(path, host));
      staying.resume();
      await once(staying, 'end');
      const gone = closed(staying);
      // Only a server that has let go of the connection answers this with a reset.
      const writing = setInterval(() => staying.write('x'), 20);
      await gone.finally(() => clearInterval(writing));

      expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    },
  );

  it('answers a ping with what it carried', async () => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}${WS_PATH}`, { headers: { cookie: sessionCookie() } });
    await once(ws, 'open');
    ws.ping('are you there?');
    const [data] = (await once(ws, 'pong')) as [Buffer];
    expect(data.toString()).toBe('are you there?');
    ws.terminate();
  });

  it('hangs up on who pings and does not read the answers, instead of keeping them', async () => {
    const socket = await dial();
    socket.write(upgrade(WS_PATH, 'localhost', sessionCookie()));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 101 /);
    socket.pause();
    const pings = Buffer.concat(Array.from({ length: 500 }, () => PING));
    const gone = closed(socket);
    let sent = 0;
    while (!socket.destroyed && sent < FLOOD_BYTES) {
      sent += pings.length;
      if (!socket.write(pings)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), gone]);
    }
    expect(socket.destroyed).toBe(true);
    expect(sent).toBeLessThan(FLOOD_BYTES);
  });

  it('reads no faster than it allows, and loses nothing of what was sent', async () => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}${WS_PATH}`, { headers: { cookie: sessionCookie() } });
    await once(ws, 'open');
    const answered: number[] = [];
    ws.on('message', () => answered.push(performance.now()));
    // Of a length at which the system's buffers hold few of them.
    const nonsense = 'x'.repeat(4_000);
    const started = performance.now();
    for (let sent = 0; sent < 800; sent += 1) ws.send(nonsense);
    await eventually(() => answered.length === 800);
    expect(answered.at(-1)! - started).toBeGreaterThan(2_500);
    ws.terminate();
  });
});
