/**
 * Sessions of the benchmark's voters: the ids under which they are stored and the access tokens that belong to them.
 */
import { createHmac } from 'node:crypto';
import { ACCESS_COOKIE } from '@inkling/contracts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** A session's id is made from its user's, so that rows and tokens agree without passing a list around. */
const SESSION_PREFIX = '00000000-0000-4000-8000-';

const sessionId = (userId: number) => SESSION_PREFIX + userId.toString(16).padStart(12, '0');

/**
 * The same id in SQL, for the bulk insert.
 * @param userId an SQL expression
 */
export const sessionIdSql = (userId: string) => `('${SESSION_PREFIX}' || lpad(to_hex(${userId}), 12, '0'))::uuid`;

/** Seconds until a token expires, as with auth's own default. */
const LIFETIME = 600;
/** Older tokens are replaced before a run, long before they expire. */
const AGE_MAX_MS = 200_000;

/**
 * The cookie of a user's session, with an access token as auth signs it: HS256 over SessionClaims
 * (libs/contracts, rpc/auth.ts), issued now.
 * @param secret the instance's SESSION_SECRET
 */
export function sessionCookie(userId: number, secret: string, sid = sessionId(userId)) {
  const issuedAt = Math.floor(Date.now() / 1_000);
  const claims = { sub: userId, sid, profile: true, iat: issuedAt, exp: issuedAt + LIFETIME };
  const signed = `${HEADER}.${encode(claims)}`;
  return `${ACCESS_COOKIE}=${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** The cookies of many users, made before the clock starts. */
export class SessionCookies {
  readonly #userIds: readonly number[];
  readonly #secret: string;
  #cookies: string[] = [];
  #madeAt = -Infinity;

  constructor(userIds: readonly number[], secret: string) {
    this.#userIds = userIds;
    this.#secret = secret;
  }

  /** Replaces cookies that expire soon. */
  renew() {
    if (performance.now() - this.#madeAt < AGE_MAX_MS) return;
    this.#madeAt = performance.now();
    this.#cookies = this.#userIds.map((userId) => sessionCookie(userId, this.#secret));
  }

  /** @param n counts on from the first user after the last one */
  of(n: number) {
    return this.#cookies[n % this.#cookies.length] ?? '';
  }
}

/** The session in the product's cookies. */
export function sessionOf(cookies: string): { userId: number; sessionId: string } {
  const token = cookies.split('; ').find((cookie) => cookie.startsWith(`${ACCESS_COOKIE}=`));
  const { sub, sid } = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
  return { userId: sub, sessionId: sid };
}
