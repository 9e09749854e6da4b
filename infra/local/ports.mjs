import { createServer } from 'node:net';

/**
 * A loopback port that nobody listens on at this moment.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = createServer();
  await listen(server, 0, '127.0.0.1');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Whether one could listen there now.
 * @param {number} port
 * @param {string} host an address or `localhost`, which stands for 127.0.0.1 and, where there is one, ::1
 * @returns {Promise<'free' | 'taken' | 'forbidden' | 'no such address'>}
 */
export async function probePort(port, host) {
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer();
    try {
      await listen(server, port, address);
    } catch (error) {
      if (error.code === 'EADDRINUSE') return 'taken';
      if (error.code === 'EACCES') return 'forbidden';
      if (host !== 'localhost') return 'no such address';
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }
  return 'free';
}

const listen = (server, port, host) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
