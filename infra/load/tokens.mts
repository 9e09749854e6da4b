/**
 * Sessions of the benchmark's voters: the ids under which they are stored and the access tokens that belong to them.
 */
import { createHmac } from 'node:crypto';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** A session's id is made from its user's, so that rows and tokens agree without passing a list around. */
const SESSION_PREFIX = '00000000-0000-4000-8000-';

export const sessionId = (userId: number) => SESSION_PREFIX + userId.toString(16).padStart(12, '0');

/**
 * The same id in SQL, for the bulk insert.
 * @param userId an SQL expression
 */
export const sessionIdSql = (userId: string) => `('${SESSION_PREFIX}' || lpad(to_hex(${userId}), 12, '0'))::uuid`;

/** Seconds that a token counts, as with auth's own default; a new one is made well before. */
const LIFETIME = 600;

/**
 * An access token as auth signs it: HS256 over SessionClaims (libs/contracts, rpc/auth.ts), from now on.
 * @param secret the instance's SESSION_SECRET
 */
export function accessToken({ userId, sessionId: sid }: { userId: number; sessionId: string }, secret: string) {
  const issuedAt = Math.floor(Date.now() / 1_000);
  const claims = { sub: userId, sid, profile: true, iat: issuedAt, exp: issuedAt + LIFETIME };
  const signed = `${HEADER}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** The session that a token speaks of. */
export function sessionOf(token: string) {
  const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { userId: sub, sessionId: sid };
}
