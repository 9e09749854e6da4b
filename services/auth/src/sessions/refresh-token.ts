import { createHmac, hkdfSync } from 'node:crypto';

/** The key that successors are derived with. It differs from the key that signs access tokens. */
export const successorKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'refresh-token-successor', 32));

/**
 * The refresh token that follows `token`. It is derived, so that two tabs that refresh at the same moment get the same
 * one although only hashes are stored; without the key it cannot be guessed from the token.
 */
export const successorOf = (token: string, key: Buffer): string =>
  createHmac('sha256', key).update(token).digest('base64url');
