import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from './retry-after.js';

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 10:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j is %j', (header, ms) => expect(retryAfterMs(header, now)).toBe(ms));
});
