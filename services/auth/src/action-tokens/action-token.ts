import { createHash, randomBytes } from 'node:crypto';

/** What a mailed link does. */
export type Purpose = 'password-reset' | 'verify-email';

const TOKEN_BYTES = 32;

/** A new token for a mailed link: 32 random bytes, base64url. */
export const newActionToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is stored instead of the token. The token is random, so a plain digest is enough. */
export const hashActionToken = (token: string): Buffer => createHash('sha256').update(token).digest();
