import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocketServer } from 'ws';
import { SocketClient } from './socket-client.mts';

/** @type {WebSocketServer | undefined} */
let server;
afterEach(() => {
  for (const client of server?.clients ?? []) client.terminate();
  server?.close();
});

/** @param {object} [options] */
async function serve(options = {}) {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, ...options });
  await once(server, 'listening');
  return { server, port: /** @type {import('node:net').AddressInfo} */ (server.address()).port };
}

/** @param {number} port */
function open(port) {
  /** @type {string[]} */
  const texts = [];
  /** @type {string[]} */
  const ends = [];
  const client = SocketClient.open({
    port,
    path: '/ws',
    cookie: 'a=b',
    onText: (payload) => texts.push(payload.toString()),
    onEnd: (reason) => ends.push(reason),
  });
  return { client, texts, ends };
}

/** @param {() => boolean} condition */
async function until(condition) {
  for (const deadline = Date.now() + 20_000; !condition();) {
    if (Date.now() > deadline) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('the client of the benchmark speaks WebSocket', () => {
  it('reads frames of every length, however they arrive, and answers pings', async () => {
    const { server, port } = await serve();
    const connected = once(server, 'connection');
    const { client, texts } = open(port);
    const [socket, request] = await connected;
    expect(request.headers).toMatchObject({ cookie: 'a=b', origin: `http://127.0.0.1:${port}` });
    const sent = ['', 'x'.repeat(125), 'y'.repeat(126), 'z'.repeat(70_000), 'é'.repeat(300_000), 'end'];
    for (const text of sent) socket.send(text);
    const pong = once(socket, 'pong');
    socket.ping('are you there');
    expect(String((await pong)[0])).toBe('are you there');
    await until(() => texts.length === sent.length);
    expect(texts).toEqual(sent);
    const message = once(socket, 'message');
    (await client).send('{"type":"subscribe","pollId":1}');
    expect(String((await message)[0])).toBe('{"type":"subscribe","pollId":1}');
  });

  it('reads a frame that comes with the answer to the upgrade', async () => {
    const { server, port } = await serve();
    server.on('connection', (socket) => socket.send('at once'));
    const { client, texts } = open(port);
    await client;
    await until(() => texts.length === 1);
    expect(texts).toEqual(['at once']);
  });

  it('reports a refused upgrade, and once that the server has ended the connection', async () => {
    const refusing = await serve({ verifyClient: () => false });
    await expect(open(refusing.port).client).rejects.toThrow('refused');
    refusing.server.close();
    const { server, port } = await serve();
    server.on('connection', (socket) => socket.close(4001));
    const { client, ends } = open(port);
    await client;
    await until(() => ends.length > 0);
    expect(ends).toEqual(['the server closed with 4001']);
  });
});
