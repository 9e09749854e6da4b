import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { codeOf } from './failure.mjs';

/** Below the ports that systems assign automatically, and above the well-known ones. */
const [OWN_FROM, OWN_TO] = [20_000, lowestGivenOut()];
const TRIES = 20;

/**
 * A loopback port that nobody listens on now. It is outside the range that the system assigns automatically, so that it
 * stays free until it is used, and between two uses.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES && OWN_TO - OWN_FROM >= 1_000; tried++) {
    const port = randomInt(OWN_FROM, OWN_TO);
    if ((await probePort(port, '127.0.0.1')) === 'free') return port;
  }
  const server = createServer();
  await listen(server, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Whether a program could listen on a port now.
 * @param host an address or `localhost`, which stands for 127.0.0.1 and, where there is one, ::1
 */
export async function probePort(
  port: number,
  host: string,
): Promise<'free' | 'taken' | 'forbidden' | 'no such address'> {
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer();
    try {
      await listen(server, port, address);
    } catch (error) {
      if (codeOf(error) === 'EADDRINUSE') return 'taken';
      if (codeOf(error) === 'EACCES') return 'forbidden';
      if (host !== 'localhost') return 'no such address';
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }
  return 'free';
}

function lowestGivenOut() {
  try {
    return Math.min(32_768, Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/)[0]));
  } catch {
    // Other systems assign higher ones.
    return 32_768;
  }
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
