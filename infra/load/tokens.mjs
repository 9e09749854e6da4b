/** Sessions of the benchmark's voters: the ids under which they are stored and the access tokens that belong to them. */
import { createHmac } from 'node:crypto';

const encode = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** A session's id is made from its user's, so that rows and tokens agree without passing a list around. */
const SESSION_PREFIX = '00000000-0000-4000-8000-';

/** @param {number} userId */
export const sessionId = (userId) => SESSION_PREFIX + userId.toString(16).padStart(12, '0');

/** The same id in SQL, for the bulk insert. @param {string} userId an SQL expression */
export const sessionIdSql = (userId) => `('${SESSION_PREFIX}' || lpad(to_hex(${userId}), 12, '0'))::uuid`;

/**
 * An access token as auth signs it: HS256 over SessionClaims (libs/contracts, rpc/auth.ts).
 * @param {number} userId
 * @param {{ secret: string, issuedAt: number, lifetime: number }} signing seconds since 1970, seconds
 */
export function accessToken(userId, { secret, issuedAt, lifetime }) {
  const claims = { sub: userId, sid: sessionId(userId), profile: true, iat: issuedAt, exp: issuedAt + lifetime };
  const signed = `${HEADER}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
