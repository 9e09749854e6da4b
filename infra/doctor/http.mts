/** Requests as the checks need them: bounded, and with a look at the connection itself. */
import { request as plain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as secure } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { connect } from 'node:tls';

const WAIT_MS = 10_000;
/** As long as curl waits for it. */
const CONTINUE_MS = 1_000;
const BODY_MAX = 256 * 1024;
const BLOCK = Buffer.alloc(64 * 1024, 'x');

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The first 256 kB. */
  body: string;
  /** The local address of the connection. */
  from: string | undefined;
}

/**
 * Sends one request, which follows no redirection and ignores the certificate (another check examines it). It carries
 * no secret.
 * @param options `bodyBytes`: send a body of that size until the answer begins
 * @throws {Error} saying why there is no answer
 */
export function exchange(
  url: URL,
  {
    method = 'GET',
    headers = {},
    bodyBytes = 0,
    timeoutMs = WAIT_MS,
  }: { method?: string; headers?: Record<string, string>; bodyBytes?: number; timeoutMs?: number } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // A server that refuses the size says so before the body is sent, and does not hang up in the middle of it.
    const size = bodyBytes > 0 ? { 'content-length': String(bodyBytes), expect: '100-continue' } : {};
    const options = { method, headers: { ...headers, ...size }, rejectUnauthorized: false, agent: false };
    const outgoing = (url.protocol === 'https:' ? secure : plain)(url, options);
    const timer = setTimeout(() => outgoing.destroy(late(timeoutMs)), timeoutMs);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      outgoing.destroy();
    };
    let from: string | undefined;
    outgoing.on('socket', (socket) => socket.once('connect', () => (from = socket.localAddress)));
    outgoing.on('error', (error) => finish(() => reject(withReason(error))));
    const answered = (incoming: IncomingMessage, chunks: Buffer[]) => {
      const { statusCode: status = 0, headers: received } = incoming;
      finish(() => resolve({ status, headers: received, body: Buffer.concat(chunks).toString(), from }));
    };
    outgoing.on('upgrade', (incoming) => answered(incoming, []));
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      let length = 0;
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > BODY_MAX) answered(incoming, chunks);
      });
      incoming.on('end', () => answered(incoming, chunks));
      incoming.on('error', () => answered(incoming, chunks));
    });
    if (bodyBytes === 0) return void outgoing.end();
    let begun = false;
    const send = () => {
      if (!begun && !outgoing.destroyed) Readable.from(blocks(bodyBytes)).pipe(outgoing);
      begun = true;
    };
    outgoing.flushHeaders();
    outgoing.once('continue', send);
    // Some servers do not know 100-continue.
    setTimeout(send, CONTINUE_MS).unref();
    return undefined;
  });
}

function* blocks(bytes: number) {
  for (let left = bytes; left > 0; left -= BLOCK.length) yield BLOCK.subarray(0, left);
}

export interface Certificate {
  trusted: boolean;
  /** Why it is not trusted. */
  reason: string | undefined;
  /** Milliseconds since 1970, like `endsAt`. */
  beginsAt: number;
  endsAt: number;
  issuer: string;
}

/** @throws {Error} when there is no TLS connection */
export function inspectCertificate(url: URL): Promise<Certificate> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) ? {} : { servername: host };
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(url.port || 443), rejectUnauthorized: false, ...name });
    socket.setTimeout(WAIT_MS, () => socket.destroy(late(WAIT_MS)));
    socket.once('error', (error) => reject(withReason(error)));
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to, issuer } = socket.getPeerCertificate();
      const { authorized: trusted, authorizationError: refusal } = socket;
      resolve({
        trusted,
        reason: refusal ? String(refusal.message ?? refusal) : undefined,
        beginsAt: Date.parse(from),
        endsAt: Date.parse(to),
        issuer: [issuer?.O ?? issuer?.CN ?? 'nobody'].flat().join(', '),
      });
      socket.destroy();
    });
  });
}

const late = (timeoutMs: number) => new Error(`no answer within ${timeoutMs / 1000} s`);

/** When several addresses failed, each has its reason; the first one is reported. */
function withReason(cause: Error & { code?: string }) {
  const first: Error & { code?: string } = cause instanceof AggregateError ? cause.errors[0] : cause;
  return new Error(first?.message || first?.code || String(cause), { cause });
}
