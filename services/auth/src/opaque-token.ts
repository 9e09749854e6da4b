import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new token that only the database can interpret: 32 random bytes, base64url. */
export const newOpaqueToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The SHA-256 digest that is stored instead of the token. The token is random, so it needs no salt. */
export const hashOpaqueToken = (token: string): Buffer => createHash('sha256').update(token).digest();
