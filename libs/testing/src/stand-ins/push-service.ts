import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WEB_PUSH_TOKEN_PREFIX } from '@inkling/contracts';
import { unlessCutOff } from './cut-off.js';

/** A push that a device got, decrypted with the device's own keys. */
export interface Received {
  readonly device: string;
  readonly fields: Record<string, unknown>;
  readonly bytes: number;
  readonly topic: string | undefined;
  readonly ttl: number;
  /** Claims of the VAPID token, whose signature was right. */
  readonly vapid: { aud: string; exp: number; sub: string };
  readonly key: string;
}

interface Device {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** Never answers. */
  readonly hang?: boolean;
}

/** A browser's push service on loopback, with the browsers behind it (RFC 8030, 8291, 8292). */
export class PushService {
  readonly #server: Server;
  readonly received: Received[] = [];
  /** Requests by device, answered or not. */
  readonly requests = new Map<string, number>();
  /** What a device's endpoint answers; default 201. */
  readonly answers = new Map<string, Answer>();
  /** What went wrong in reading a request. */
  readonly faults: string[] = [];
  readonly #devices = new Map<string, Device>();

  private constructor(
    server: Server,
    readonly origin: string,
  ) {
    this.#server = server;
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const service = new PushService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      service
        .#take(request)
        .then(({ status, headers, hang }) => {
          if (!hang) response.writeHead(status, headers).end(status === 201 ? '' : 'an explanation');
        })
        .catch(unlessCutOff(request));
    });
    return service;
  }

  /** A browser that subscribes; the token is what it registers. */
  subscribe(device: string): string {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    const auth = randomBytes(16);
    this.#devices.set(device, { ecdh, auth });
    return tokenOf({
      endpoint: `${this.origin}/push/${device}`,
      keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    });
  }

  of(device: string): Received[] {
    return this.received.filter((one) => one.device === device);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage): Promise<Answer> {
    const body = Buffer.concat(await request.toArray());
    const name = /^\/push\/([\w-]+)$/.exec(request.url ?? '')?.[1] ?? '';
    this.requests.set(name, (this.requests.get(name) ?? 0) + 1);
    const answer = this.answers.get(name) ?? { status: 201 };
    if (answer.status !== 201 || answer.hang) return answer;
    try {
      const device = this.#devices.get(name);
      if (request.method !== 'POST' || request.headers['content-encoding'] !== 'aes128gcm' || !device)
        throw new Error(`${request.method} ${request.url}`);
      const { claims, key } = vapidOf(request.headers.authorization ?? '');
      const plain = decrypt(body, device);
      this.received.push({
        device: name,
        fields: JSON.parse(plain.toString()) as Record<string, unknown>,
        bytes: body.length,
        topic: request.headers['topic'] as string | undefined,
        ttl: Number(request.headers['ttl']),
        vapid: claims,
        key,
      });
      return answer;
    } catch (error) {
      this.faults.push(String(error));
      return { status: 400 };
    }
  }
}

export const tokenOf = (subscription: object): string =>
  WEB_PUSH_TOKEN_PREFIX + Buffer.from(JSON.stringify(subscription)).toString('base64url');

/** RFC 8188 with the key derivation of RFC 8291; one record, as a push message is. */
function decrypt(body: Buffer, { ecdh, auth }: Device): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const ikm = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error('the record has no delimiter');
  return padded.subarray(0, end);
}

function vapidOf(authorization: string): { claims: Received['vapid']; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  });
  const right = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!right) throw new Error('the signature of the VAPID token is wrong');
  return { claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) as Received['vapid'], key };
}
