import { describe, expect, it } from '@jest/globals';
import { AuthConfig } from '../config.js';
import { LocalIdentity } from './local-identity.js';
import { decodePhc, encodePhc, hashPassword, verifyPassword } from './password-hash.js';

/** What an instance takes that sets nothing else. */
const MEMORY = AuthConfig.shape.AUTH_HASH_MEMORY_KIB.parse(undefined);

describe('password hash', () => {
  it('costs the same on every production server', () => {
    const start = (memory: number) =>
      new LocalIdentity({ NODE_ENV: 'production', AUTH_HASH_MEMORY_KIB: memory } as never, {} as never);
    expect(() => start(64)).toThrow('AUTH_HASH_MEMORY_KIB: is not for production');
    expect(() => start(MEMORY)).not.toThrow();
  });

  it('is a PHC string that contains the cost and a fresh salt', async () => {
    const [first, second] = await Promise.all([
      hashPassword('correct horse', MEMORY),
      hashPassword('correct horse', MEMORY),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second).not.toBe(first);
  });

  it('accepts the password it was made from and no other', async () => {
    const phc = await hashPassword('correct horse', MEMORY);
    expect(await verifyPassword('correct horse', phc)).toBe(true);
    expect(await verifyPassword('Correct horse', phc)).toBe(false);
    expect(await verifyPassword('', phc)).toBe(false);
  });

  it('treats composed and decomposed accents alike', async () => {
    expect(await verifyPassword('caf\u0065\u0301 noir', await hashPassword('caf\u00e9 noir', MEMORY))).toBe(true);
  });

  it('verifies with the cost in the string', async () => {
    // From the test vectors of the reference implementation's command line: `echo -n password | argon2 somesalt -id -t
    // 2 -m 16 -p 1 -l 32`.
    const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', phc)).toBe(true);
    expect(await verifyPassword('passwore', phc)).toBe(false);
  });

  it('round-trips its parts', () => {
    const parts = { memory: 19_456, passes: 2, parallelism: 1, salt: Buffer.alloc(16, 7), hash: Buffer.alloc(32, 9) };
    expect(decodePhc(encodePhc(parts))).toEqual(parts);
  });

  it.each([
    '',
    'plain text',
    '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ])('refuses the stored text %j', (text) => {
    expect(() => decodePhc(text)).toThrow('Stored password hash');
  });
});
