import { connect } from 'node:tls';

/**
 * When the certificate ends that a server shows, whether or not it counts: the page's own step says that.
 * @param {string} origin
 * @param {number} limitMs
 * @returns {Promise<number | undefined>} in milliseconds since 1970; undefined without TLS, and without an answer
 */
export function certificateEnd(origin, limitMs) {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
    const socket = connect({ host, port: Number(port) || 443, rejectUnauthorized: false, ...name });
    const end = (value) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(limitMs, () => end(undefined));
    socket.once('error', () => end(undefined));
    socket.once('secureConnect', () => {
      const instant = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(instant) ? undefined : instant);
    });
  });
}
