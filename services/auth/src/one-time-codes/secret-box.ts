import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key that secrets are encrypted with. It differs from every other key that is made from the same secret. */
export const secretBoxKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'one-time-code-secrets', 32));

const boundTo = (accountId: number): Buffer => Buffer.from(`account ${accountId}`);

/** Encrypts a secret of an account: nonce, ciphertext and tag. */
export function seal(secret: Buffer, accountId: number, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(accountId));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** The secret; undefined if it was sealed with another key or for another account, or has been changed. */
export function unseal(sealed: Uint8Array, accountId: number, key: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(boundTo(accountId))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
