import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Agent } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { ApiError } from '@inkling/platform';
import { eventually } from '@inkling/testing';
import { FirebaseTokens } from './firebase-tokens.js';

const PROJECT = 'inkling-polls';
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const strange = generateKeyPairSync('rsa', { modulusLength: 2048 });

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const claims = (over: object = {}) => ({
  iss: `https://securetoken.google.com/${PROJECT}`,
  aud: PROJECT,
  sub: 'uid-1',
  auth_time: now(),
  iat: now(),
  exp: now() + 3600,
  email: 'ada@example.org',
  email_verified: true,
  name: 'Ada',
  firebase: { sign_in_provider: 'google.com', identities: {} },
  ...over,
});
function token(
  over: object = {},
  header: object = { alg: 'RS256', kid: 'key-1', typ: 'JWT' },
  key = keys.privateKey,
): string {
  const signed = `${encoded(header)}.${encoded(claims(over))}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key).toString('base64url')}`;
}

/** Serves the public keys as Google does; `answer` decides how. */
let answer: 'keys' | 'failure' | 'silence' | 'nobody' = 'keys';
let server: Server;
let port: number;
/** Redirects requests to Google to the server of this spec. */
class ToSpecServer extends Agent {
  override createConnection(): Socket {
    return connect(answer === 'nobody' ? 1 : port, '127.0.0.1');
  }
}
beforeAll(async () => {
  Logger.overrideLogger(false);
  server = createServer((request, response) => {
    if (answer === 'silence') return;
    const ok = answer === 'keys' && request.headers.host === 'www.googleapis.com';
    response.writeHead(ok ? 200 : 500, { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' });
    response.end(JSON.stringify(ok ? { 'key-1': publicPem } : { error: 'broken' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let tokens: FirebaseTokens;
const outcome = (idToken: string, by = tokens) =>
  by.verify(idToken).then(
    () => 'ok',
    (error: ApiError) => error.code,
  );

describe('Firebase tokens', () => {
  beforeEach(async () => {
    answer = 'keys';
    tokens = await FirebaseTokens.open({ projectId: PROJECT }, { timeoutMs: 10_000, httpAgent: new ToSpecServer() });
  });
  afterEach(() => tokens.close());

  it('identify a person if Google has signed them for this project', async () => {
    expect(await tokens.verify(token())).toEqual({
      uid: 'uid-1',
      email: 'ada@example.org',
      emailVerified: true,
      name: 'Ada',
      signInProvider: 'google.com',
      signedInAt: expect.any(Number),
    });
    expect(await tokens.verify(token({ email_verified: undefined, name: 7 }))).toMatchObject({
      emailVerified: false,
      name: undefined,
    });
  });

  it.each([
    ['expired', () => token({ exp: now() - 1, iat: now() - 3601 })],
    ['of another project', () => token({ aud: 'other' })],
    ['of another issuer', () => token({ iss: `https://accounts.example.org/${PROJECT}` })],
    ['signed by somebody else', () => token({}, undefined, strange.privateKey)],
    ['of an unknown key', () => token({}, { alg: 'RS256', kid: 'key-2', typ: 'JWT' })],
    ['of no key', () => token({}, { alg: 'RS256', typ: 'JWT' })],
    ['not signed', () => `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims())}.`],
    [
      'signed with the public key as a secret',
      () => {
        const signed = `${encoded({ alg: 'HS256', kid: 'key-1', typ: 'JWT' })}.${encoded(claims())}`;
        return `${signed}.${createHmac('sha256', publicPem).update(signed).digest('base64url')}`;
      },
    ],
    [
      'changed after signing',
      () => token().replace(/\.[^.]+\./, `.${encoded(claims({ email: 'mallory@example.org' }))}.`),
    ],
    ['without a subject', () => token({ sub: '' })],
    ['without an email', () => token({ email: undefined })],
    ['with an email that is none', () => token({ email: 'ada' })],
    ['without a provider', () => token({ firebase: undefined })],
    ['no token', () => 'nonsense'],
    ['three words', () => 'one.two.three'],
    ['without claims', () => `${encoded({ alg: 'RS256', kid: 'key-1', typ: 'JWT' })}.${encoded(null)}.AA`],
    ['whose header is text', () => `${encoded('RS256')}.${encoded(claims())}.AA`],
    ['empty', () => ''],
  ])('that are %s are refused', async (_, make) => {
    expect(await outcome(make())).toBe('auth/invalid-id-token');
  });

  it.each(['failure', 'silence', 'nobody'] as const)(
    'are answered unavailable while the keys cannot be fetched (%s), and verified afterwards',
    async (trouble) => {
      const hasty = await FirebaseTokens.open(
        { projectId: PROJECT },
        { timeoutMs: 400, httpAgent: new ToSpecServer() },
      );
      try {
        answer = trouble;
        expect(await outcome(token(), hasty)).toBe('unavailable');
        answer = 'keys';
        // Retried, because on a busy machine the keys may take longer than the timeout.
        await eventually(async () => expect(await outcome(token(), hasty)).toBe('ok'));
      } finally {
        await hasty.close();
      }
    },
  );
});
