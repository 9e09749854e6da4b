/** Requests as the checks need them: bounded, and with a look at the connection itself. */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { connect } from 'node:tls';

const WAIT_MS = 10_000;
/** As long as curl waits for it. */
const CONTINUE_MS = 1_000;
const BODY_MAX = 256 * 1024;
const BLOCK = Buffer.alloc(64 * 1024, 'x');

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} body its first 256 kB
 * @property {string | undefined} from the address that the request left this computer with
 */

/**
 * One request, which follows no redirection. It ignores the certificate, which another check examines; nothing secret
 * is sent.
 * @param {URL} url
 * @param {{ method?: string, headers?: Record<string, string>, bodyBytes?: number, timeoutMs?: number }} [options]
 *   `bodyBytes`: a body of that size, sent until the answer begins
 * @returns {Promise<Answer>}
 * @throws {Error} saying why there is no answer
 */
export function exchange(url, { method = 'GET', headers = {}, bodyBytes = 0, timeoutMs = WAIT_MS } = {}) {
  return new Promise((resolve, reject) => {
    // Who refuses a size says so before the body is sent, and does not have to hang up in the middle of the body.
    const size = bodyBytes > 0 ? { 'content-length': String(bodyBytes), expect: '100-continue' } : {};
    const options = { method, headers: { ...headers, ...size }, rejectUnauthorized: false, agent: false };
    const outgoing = (url.protocol === 'https:' ? secure : plain)(url, options);
    const timer = setTimeout(() => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
    const finish = (settle, value) => {
      clearTimeout(timer);
      settle(value);
      outgoing.destroy();
    };
    let from;
    outgoing.on('socket', (socket) => socket.once('connect', () => (from = socket.localAddress)));
    outgoing.on('error', (error) => finish(reject, new Error(reasonOf(error), { cause: error })));
    const answered = (incoming, end) => {
      const chunks = [];
      let length = 0;
      const done = () => {
        const body = Buffer.concat(chunks).toString();
        finish(resolve, { status: incoming.statusCode ?? 0, headers: incoming.headers, body, from });
      };
      if (end) return done();
      incoming.on('data', (chunk) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > BODY_MAX) done();
      });
      incoming.on('end', done);
      incoming.on('error', done);
    };
    outgoing.on('response', (incoming) => answered(incoming, false));
    outgoing.on('upgrade', (incoming) => answered(incoming, true));
    if (bodyBytes === 0) return void outgoing.end();
    let begun = false;
    const send = () => {
      if (!begun && !outgoing.destroyed) Readable.from(blocks(bodyBytes)).pipe(outgoing);
      begun = true;
    };
    outgoing.flushHeaders();
    outgoing.once('continue', send);
    // Not everyone knows the question.
    setTimeout(send, CONTINUE_MS).unref();
    return undefined;
  });
}

function* blocks(bytes) {
  for (let left = bytes; left > 0; left -= BLOCK.length) yield BLOCK.subarray(0, left);
}

/**
 * @typedef {object} Certificate
 * @property {boolean} trusted
 * @property {string} [reason] why it is not
 * @property {number} endsAt milliseconds since 1970
 * @property {number} beginsAt
 * @property {string} issuer
 */

/**
 * @param {URL} url
 * @param {{ timeoutMs?: number, ca?: string }} [options]
 * @returns {Promise<Certificate>}
 * @throws {Error} when no TLS connection comes about
 */
export function inspectCertificate(url, { timeoutMs = WAIT_MS, ca } = {}) {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) ? {} : { servername: host };
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(url.port || 443), rejectUnauthorized: false, ca, ...name });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    socket.once('error', (error) => reject(new Error(reasonOf(error), { cause: error })));
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to, issuer } = socket.getPeerCertificate();
      const reason = socket.authorizationError
        ? String(socket.authorizationError.message ?? socket.authorizationError)
        : undefined;
      resolve({
        trusted: socket.authorized,
        reason,
        beginsAt: Date.parse(from),
        endsAt: Date.parse(to),
        issuer: issuer?.O ?? issuer?.CN ?? 'nobody',
      });
      socket.destroy();
    });
  });
}

/** When several addresses failed, each has its reason; the first one is reported. */
function reasonOf(error) {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first?.message || first?.code || String(error);
}
