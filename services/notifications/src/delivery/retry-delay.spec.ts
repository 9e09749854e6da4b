import { describe, expect, it } from '@jest/globals';
import { nextAttemptMs, retryAfterMs } from './retry-delay.js';

describe('the delay before the next attempt', () => {
  it('doubles, up to an hour', () => {
    const within = (attempts: number, ms: number) => {
      const delay = nextAttemptMs(attempts, 1_000);
      expect(delay).toBeGreaterThanOrEqual(ms * 0.9);
      expect(delay).toBeLessThanOrEqual(ms * 1.1);
    };
    within(1, 1_000);
    within(2, 2_000);
    within(5, 16_000);
    within(50, 3_600_000);
  });
  it('is at least what the other side asked for, which counts for an hour at most', () => {
    expect(nextAttemptMs(1, 1_000, 60_000)).toBe(60_000);
    expect(nextAttemptMs(1, 1_000, 1e12)).toBe(3_600_000);
  });
});

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
