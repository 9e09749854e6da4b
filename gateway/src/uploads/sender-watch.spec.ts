import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import type { FastifyRequest } from 'fastify';
import { refuseGarbage } from '../app/client-errors.js';
import { SenderWatch } from './sender-watch.js';

async function pair(): Promise<{ client: Socket; server: Socket; close(): void }> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const client = connect((listener.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  const [server] = (await once(listener, 'connection')) as [Socket];
  server.on('error', () => undefined).resume();
  return {
    client,
    server,
    close: () => {
      client.destroy();
      server.destroy();
      listener.close();
    },
  };
}

const request = (socket: Socket, complete = false): FastifyRequest =>
  ({ raw: { socket, complete } }) as unknown as FastifyRequest;
const watchOver = (socket: Socket, limits: { seconds?: number; most?: number; complete?: boolean } = {}): SenderWatch =>
  new SenderWatch(request(socket, limits.complete), {
    stallSeconds: limits.seconds ?? 0.2,
    bytesPerSecond: 40_000,
    bytesMax: limits.most ?? 1e9,
  });
const TIMEOUT = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

describe('the watch over a sender', () => {
  it('disconnects one that stops, and none that goes on or has sent all', async () => {
    const [silent, steady, done] = await Promise.all([pair(), pair(), pair()]);
    const watches = [watchOver(silent.server), watchOver(steady.server), watchOver(done.server, { complete: true })];
    const sending = setInterval(() => steady.client.write(Buffer.alloc(10_000)), 20);
    await once(silent.server, 'close');
    expect([steady.server.destroyed, done.server.destroyed]).toEqual([false, false]);
    clearInterval(sending);
    for (const watch of watches) watch.end();
    for (const each of [silent, steady, done]) each.close();
  });

  it('does not blame the sender for a standstill of this process', async () => {
    const { client, server, close } = await pair();
    if (client.connecting) await once(client, 'connect');
    const watch = watchOver(server);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    client.write(Buffer.alloc(10_000));
    await eventually(() => server.bytesRead === 10_000 || server.destroyed);
    expect(server.destroyed).toBe(false);
    watch.end();
    close();
  });

  it('disconnects one that never stops', async () => {
    const { client, server, close } = await pair();
    const watch = watchOver(server, { most: 50_000 });
    client.write(Buffer.alloc(60_000));
    await once(server, 'close');
    watch.end();
    close();
  });

  it('takes the place of the server’s own clock, for as long as it lasts', async () => {
    const { client, server, close } = await pair();
    let answer = '';
    client.on('data', (chunk) => (answer += chunk.toString()));
    const watch = watchOver(server, { seconds: 60 });
    refuseGarbage(TIMEOUT, server);
    expect(server.writable).toBe(true);
    watch.end();
    refuseGarbage(TIMEOUT, server);
    await once(client, 'close');
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    close();
  });
});
