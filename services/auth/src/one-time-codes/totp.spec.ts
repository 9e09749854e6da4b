import { describe, expect, it } from '@jest/globals';
import { codeOf, enrolmentUri, newSecret, stepAt, stepOfCode, toBase32 } from './totp.js';

/** The secret of both standards' vectors. */
const SECRET = Buffer.from('12345678901234567890');

describe('codes', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 at %i seconds', (seconds, code) => {
    expect(codeOf(SECRET, stepAt(seconds * 1_000), 8)).toBe(code);
    expect(codeOf(SECRET, stepAt(seconds * 1_000))).toBe(code.slice(2));
  });

  it('are those of RFC 4226 for the first ten counters', () => {
    expect(Array.from({ length: 10 }, (_, counter) => codeOf(SECRET, counter))).toEqual([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ]);
  });

  it('count one step before and after their own, and not beyond', () => {
    const now = 1_234_567_890_000;
    const step = stepAt(now);
    const accepted = (offset: number, after: number | null = null) =>
      stepOfCode(SECRET, codeOf(SECRET, step + offset), now, after);
    expect([-2, -1, 0, 1, 2].map((offset) => accepted(offset))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
    expect(stepOfCode(SECRET, codeOf(SECRET, step), step * 30_000 - 1, null)).toBe(step);
    expect(stepOfCode(SECRET, codeOf(SECRET, step), (step + 2) * 30_000 - 1, null)).toBe(step);
    expect(stepOfCode(SECRET, codeOf(SECRET, step), (step + 2) * 30_000, null)).toBeUndefined();
    expect([
      accepted(-1, step - 1),
      accepted(-1, step),
      accepted(0, step),
      accepted(0, step - 1),
      accepted(1, step),
    ]).toEqual([undefined, undefined, undefined, step, step + 1]);
  });

  it('have six figures and nothing else', () => {
    for (const text of ['', '12345', '1234567', '12345a', '１２３４５６', ' 755224', '-55224', '7.5224'])
      expect(stepOfCode(SECRET, text, 30_000, null)).toBeUndefined();
    expect(stepOfCode(SECRET, '755224', 30_000, null)).toBe(0);
  });
});

describe('secrets', () => {
  it('are written in base32', () => {
    expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    expect(toBase32(newSecret())).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('are carried by an address that applications read', () => {
    const uri = new URL(enrolmentUri(SECRET, 'Inkling (polls.example.org)', 'ada+1@example.org'));
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe('/Inkling (polls.example.org):ada+1@example.org');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'Inkling (polls.example.org)',
    });
  });
});
