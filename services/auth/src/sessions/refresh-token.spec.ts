import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.js';
import { successorKey, successorOf } from './refresh-token.js';

const SECRET = 'a secret of at least thirty-two characters';

describe('refresh token', () => {
  const key = successorKey(SECRET);

  it('is 32 random bytes', () => {
    const tokens = new Set(Array.from({ length: 100 }, newOpaqueToken));
    expect(tokens.size).toBe(100);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('is stored as a SHA-256 digest', () => {
    expect(hashOpaqueToken('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('has one successor, which looks like any token and depends on the key', () => {
    const token = newOpaqueToken();
    const successor = successorOf(token, key);
    expect(successorOf(token, key)).toBe(successor);
    expect(successor).toMatch(/^[\w-]{43}$/);
    expect(successorOf(successor, key)).not.toBe(token);
    expect(successorOf(token, successorKey('another secret of more than thirty-two'))).not.toBe(successor);
  });

  it('is derived by another key than the one that signs access tokens', () => {
    const token = newOpaqueToken();
    expect(successorOf(token, key)).not.toBe(createHmac('sha256', SECRET).update(token).digest('base64url'));
  });
});
