import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new opaque refresh token: 32 random bytes, base64url. */
export const newRefreshToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is stored instead of the token. The token is random, so a plain digest is enough. */
export const hashRefreshToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The key by which successors are derived; apart from the one that signs access tokens. */
export const successorKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'refresh-token-successor', 32));

/**
 * The token that follows `token`. It is derived, so that two tabs that refresh at once get the same one although only
 * hashes are stored; without the key it cannot be guessed from the token.
 */
export const successorOf = (token: string, key: Buffer): string =>
  createHmac('sha256', key).update(token).digest('base64url');
