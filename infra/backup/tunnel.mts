import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ROOT } from '../local/paths.mjs';

const RUN = ['--profile', 'admin', 'run', '--rm', '--no-deps', '-T', '--entrypoint', 'node', 'admin'];
/** Runs in a container of the network: joins its input and output to a connection. */
const RELAY = `
const socket = require('node:net').connect(Number(process.argv[2]), process.argv[1]);
socket.on('error', (error) => { console.error(error.message); process.exit(1); });
process.stdin.pipe(socket);
socket.pipe(process.stdout);
socket.on('close', () => process.exit(0));`;

/** What starts Node in a container of the network, as `openTunnel` takes it. */
export const nodeInside = (compose: readonly string[]) => ['docker', ...compose, ...RUN];

/**
 * Opens a loopback port that leads to a part of a composed installation, whose network cannot be reached from outside.
 * Each connection is a container of the admin image, which exists whether or not the services run.
 * @param host name in the network
 * @param command what starts Node in there
 */
export async function openTunnel(
  host: string,
  port: number,
  command: readonly string[],
): Promise<{ port: number; close(): void }> {
  const relays = new Set<ChildProcess>();
  const server = createServer({ noDelay: true }, (socket) => {
    const [program, ...args] = [...command, '-e', RELAY, host, String(port)];
    const relay = spawn(program, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
    relays.add(relay);
    relay.once('error', (error) => socket.destroy(error));
    // `exit` would be too early: the relay's last output may still be on its way.
    relay.once('close', () => {
      relays.delete(relay);
      socket.end();
    });
    for (const stream of [socket, relay.stdin, relay.stdout]) stream.on('error', () => undefined);
    socket.pipe(relay.stdin);
    relay.stdout.pipe(socket);
    // The relay ends when its input does, and its container with it.
    socket.once('close', () => relay.stdin.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const relay of relays) relay.stdin?.destroy();
    },
  };
}
