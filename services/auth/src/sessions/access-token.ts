import { createHmac } from 'node:crypto';
import type { SessionClaims } from '@inkling/contracts';

/** A signed access token and its expiry as ISO text. */
export interface AccessToken {
  accessToken: string;
  accessExpiresAt: string;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = encoded({ alg: 'HS256', typ: 'JWT' });

/** A JWT (RFC 7519) signed with HS256. The gateway verifies it with the same secret, without calling auth. */
export function signAccessToken(claims: SessionClaims, secret: string): string {
  const signed = `${HEADER}.${encoded(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
