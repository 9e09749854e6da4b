import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { ROOT } from '../local/paths.mjs';

const RUN = ['--profile', 'admin', 'run', '--rm', '--no-deps', '-T', '--entrypoint', 'node', 'admin'];
/** Runs in a container of the network: joins its input and output to a connection. */
const RELAY =
  "const s=require('net').connect(+process.argv[2],process.argv[1]);s.on('error',e=>{console.error(e.message);process.exit(1)});process.stdin.pipe(s);s.pipe(process.stdout);s.on('close',()=>process.exit(0))";

/** What starts Node in a container of the network, as `openTunnel` takes it. @param {readonly string[]} compose */
export const nodeInside = (compose) => ['docker', ...compose, ...RUN];

/**
 * A loopback port that leads to a part of a composed installation, whose network nobody reaches from outside. Each
 * connection is a container of the admin image, which is there whether or not the services run.
 * @param {string} host name in the network
 * @param {number} port
 * @param {readonly string[]} command what starts Node in there
 * @returns {Promise<{ port: number, close(): void }>}
 */
export async function openTunnel(host, port, command) {
  const relays = new Set();
  const server = createServer({ noDelay: true }, (socket) => {
    const [program, ...args] = [...command, '-e', RELAY, host, String(port)];
    const relay = spawn(program, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
    relays.add(relay);
    relay.once('error', (error) => socket.destroy(error));
    // Not when it has ended: what it wrote may still be on its way.
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
  await new Promise((resolve, reject) => server.listen(0, '127.0.0.1', resolve).once('error', reject));
  return {
    port: server.address().port,
    close: () => {
      server.close();
      for (const relay of relays) relay.stdin.destroy();
    },
  };
}
