import { describe, expect, it } from '@jest/globals';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { seal, secretBoxKey, unseal } from './secret-box.js';

describe('recovery codes', () => {
  it('are ten different ones, easy to read and to type', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
  });

  it('are one and the same however they are typed, and another for each account', () => {
    const hash = hashRecoveryCode(1, 'k0q1-2m4d-9tra');
    for (const typed of ['K0Q1-2M4D-9TRA', ' k0q12m4d 9tra ', 'kOqI2M4D9TRA', 'koql-2m4d-9tra'])
      expect(hashRecoveryCode(1, typed)).toEqual(hash);
    expect(hashRecoveryCode(2, 'k0q1-2m4d-9tra')).not.toEqual(hash);
    for (const typed of ['', '123456', 'k0q1-2m4d-9tr', 'k0q1-2m4d-9traa', 'k0q1-2m4d-9trü', 'x'.repeat(64)])
      expect(hashRecoveryCode(1, typed)).toBeUndefined();
  });
});

describe('sealed secrets', () => {
  const key = secretBoxKey('only for the specs: thirty-two characters');

  it('open for their account with their key alone', () => {
    const secret = Buffer.from('12345678901234567890');
    const sealed = seal(secret, 7, key);
    expect(sealed.includes(secret)).toBe(false);
    expect(seal(secret, 7, key).equals(sealed)).toBe(false);
    expect(unseal(sealed, 7, key)).toEqual(secret);
    expect(unseal(sealed, 8, key)).toBeUndefined();
    expect(unseal(sealed, 7, secretBoxKey('another secret of at least 32 characters'))).toBeUndefined();
    const changed = Buffer.from(sealed);
    changed[14]! ^= 1;
    for (const broken of [changed, sealed.subarray(0, 20), Buffer.alloc(0)])
      expect(unseal(broken, 7, key)).toBeUndefined();
  });
});
