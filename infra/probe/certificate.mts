import { connect } from 'node:tls';

/**
 * When a server's certificate ends, even if it is not valid, which the step `page` reports.
 * @returns milliseconds since 1970; undefined without TLS or without an answer
 */
export function certificateEnd(origin: string, limitMs: number): Promise<number | undefined> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
    const socket = connect({ host, port: Number(port) || 443, rejectUnauthorized: false, ...name });
    const end = (value?: number) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(limitMs, () => end());
    socket.once('error', () => end());
    socket.once('secureConnect', () => {
      const instant = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(instant) ? undefined : instant);
    });
  });
}
