import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@inkling/platform';
import { parseLogin, parseSignup } from './credentials.js';

const codeOf = (parse: (input: unknown) => unknown, input: unknown): string => {
  try {
    parse(input);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code;
  }
};
const good = { email: 'Ada@Example.org', password: 'secret' };

describe('credentials', () => {
  it('keeps the email as typed, without the space around it', () => {
    expect(parseSignup({ ...good, email: ' Ada@Example.org ' })).toEqual(good);
    expect(parseLogin(good)).toEqual(good);
  });

  it.each([
    undefined,
    null,
    '',
    7,
    'ada',
    'ada@',
    '@example.org',
    'a b@example.org',
    'ada@example',
    `${'a'.repeat(250)}@example.org`,
    ['ada@example.org'],
    {},
  ])('answers auth/invalid-email for the email %j', (email) => {
    expect(codeOf(parseSignup, { ...good, email })).toBe('auth/invalid-email');
    expect(codeOf(parseLogin, { ...good, email })).toBe('auth/invalid-email');
  });

  it('leaves the addresses of probes to the admin command', () => {
    expect(codeOf(parseSignup, { ...good, email: 'inkling_probe@Probe.invalid' })).toBe('auth/invalid-email');
    expect(codeOf(parseLogin, { ...good, email: 'inkling_probe@probe.invalid' })).toBe('accepted');
  });

  it.each([undefined, null, '', '12345', 123_456, ['secret']])(
    'answers auth/weak-password for the new password %j',
    (password) => {
      expect(codeOf(parseSignup, { ...good, password })).toBe('auth/weak-password');
    },
  );

  it('treats an empty password at log-in as a missing field', () => {
    expect(() => parseLogin({ ...good, password: '' })).toThrow('Please fill in all required fields.');
    expect(codeOf(parseLogin, { ...good, password: 5 })).toBe('invalid-request');
  });

  it('refuses a password that is too long, and a name that is not text', () => {
    expect(codeOf(parseSignup, { ...good, password: 'x'.repeat(257) })).toBe('invalid-request');
    expect(codeOf(parseSignup, { ...good, name: 9 })).toBe('invalid-request');
    expect(codeOf(parseSignup, { ...good, name: '   ' })).toBe('invalid-request');
  });
});
