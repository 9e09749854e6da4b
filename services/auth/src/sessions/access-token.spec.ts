import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SessionClaims } from '@inkling/contracts';
import { signAccessToken } from './access-token.js';

const SECRET = 'a secret of at least thirty-two characters';
const CLAIMS = {
  sub: 7,
  sid: '0b5f7a62-8f0e-4f60-9a55-1b1a4c3c1d11',
  profile: true,
  iat: 1_790_000_000,
  exp: 1_790_000_600,
};

describe('access token', () => {
  it('is a JWT signed with HS256 that holds exactly the claims', () => {
    const [header = '', payload = '', signature = '', ...rest] = signAccessToken(CLAIMS, SECRET).split('.');
    expect(rest).toEqual([]);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(SessionClaims.strict().parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))).toEqual(CLAIMS);
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url'));
  });

  it('differs with the secret', () => {
    expect(signAccessToken(CLAIMS, `${SECRET}!`)).not.toBe(signAccessToken(CLAIMS, SECRET));
  });
});
