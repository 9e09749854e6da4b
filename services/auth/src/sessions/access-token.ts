import { createHmac } from 'node:crypto';
import type { SessionClaims } from '@inkling/contracts';

/** A signed access token and when it ends, as ISO text. */
export interface AccessToken {
  accessToken: string;
  accessExpiresAt: string;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = encoded({ alg: 'HS256', typ: 'JWT' });

/** A JWT (RFC 7519) signed with HS256; the gateway verifies it with the same secret and without a call. */
export function signAccessToken(claims: SessionClaims, secret: string): string {
  const signed = `${HEADER}.${encoded(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
