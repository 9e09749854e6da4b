import { createHmac, randomUUID } from 'node:crypto';

/** The key of specs, which a gateway gets as SESSION_SECRET. */
export const SESSION_SECRET = 'a secret of at least 32 characters, for tests';

const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token as auth signs it, of user 1 with a complete profile and for ten minutes unless `claims` say else. */
export function accessToken(claims: object = {}): string {
  const now = Math.floor(Date.now() / 1_000);
  const usual = { sub: 1, sid: randomUUID(), profile: true, iat: now, exp: now + 600 };
  const signed = `${segment({ alg: 'HS256', typ: 'JWT' })}.${segment({ ...usual, ...claims })}`;
  return `${signed}.${createHmac('sha256', SESSION_SECRET).update(signed).digest('base64url')}`;
}
