import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { AccessTokens } from './access-token.js';

const SECRET = 'a secret of at least 32 characters, for tests';
const NOW = Date.parse('2026-11-21T12:00:00Z');
const seconds = NOW / 1_000;
const sid = randomUUID();
const good = { sub: 5, sid, profile: true, iat: seconds - 10, exp: seconds + 590 };

const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string, secret = SECRET, algorithm = 'sha256'): string =>
  `${text}.${createHmac(algorithm, secret).update(text).digest('base64url')}`;
const token = (claims: object = {}, header: unknown = { alg: 'HS256', typ: 'JWT' }): string =>
  sign(`${segment(header)}.${segment({ ...good, ...claims })}`);
const verify = (text: string) => new AccessTokens(SECRET, 600).verify(text, NOW);

describe('access tokens', () => {
  it('name the viewer', () => {
    expect(verify(token())).toEqual({ userId: 5, sessionId: sid, profile: true, verified: false });
    expect(verify(token({ verified: true }))).toMatchObject({ verified: true });
    const suspended = { until: null, actId: 3 };
    expect(verify(token({ role: 'moderator', rightsVersion: 2, suspended }))).toMatchObject({
      role: 'moderator',
      rightsVersion: 2,
      suspended,
    });
    for (const role of ['member', 'owner', 7]) expect(verify(token({ role }))).not.toHaveProperty('role');
  });

  it.each([
    ['none at all', ''],
    ['two parts', 'a.b'],
    ['four parts', `${token()}.x`],
    ['no signature', token().replace(/[^.]*$/, '')],
    ['another signature', token().replace(/[^.]*$/, 'A'.repeat(43))],
    [
      'another secret',
      sign(`${segment({ alg: 'HS256' })}.${segment(good)}`, 'another secret of at least 32 characters'),
    ],
    ['another user under the same signature', token().replace(/\.[^.]*\./, `.${segment({ ...good, sub: 6 })}.`)],
    ['no algorithm', token({}, { alg: 'none' })],
    ['an algorithm in small letters', token({}, { alg: 'hs256' })],
    ['HS512', sign(`${segment({ alg: 'HS512' })}.${segment(good)}`, SECRET, 'sha512')],
    ['an extension that must be understood', token({}, { alg: 'HS256', crit: ['exp'] })],
    ['a header that is no object', token({}, null)],
    ['an end in the past', token({ exp: seconds })],
    ['an end as text', token({ exp: String(seconds + 60) })],
    ['no end', token({ exp: undefined })],
    ['a beginning in the future', token({ iat: seconds + 300 })],
    ['a longer life than any token has', token({ iat: seconds - 3_600, exp: seconds + 3_600 })],
    ['a user as text', token({ sub: '5' })],
    ['user 0', token({ sub: 0 })],
    ['half a user', token({ sub: 1.5 })],
    ['a session that is no id', token({ sid: 'x' })],
    ['a profile as text', token({ profile: 'true' })],
    ['claims that are no object', sign(`${segment({ alg: 'HS256' })}.${segment([])}`)],
    ['claims that are no JSON', sign(`${segment({ alg: 'HS256' })}.AAAA`)],
    ['too long', token({ pad: 'x'.repeat(3_000) })],
  ])('with %s count for nothing', (_what, text) => {
    expect(verify(text)).toBeUndefined();
  });

  it('are not judged by a header seen before', () => {
    const tokens = new AccessTokens(SECRET, 600);
    expect(tokens.verify(token(), NOW)).toBeDefined();
    expect(tokens.verify(token({}, { alg: 'none' }), NOW)).toBeUndefined();
    expect(tokens.verify(token(), NOW)).toBeDefined();
  });
});
