import { describe, expect, it } from '@jest/globals';
import { earliestEndDate } from './end-date.js';

const at = (now: string): string => earliestEndDate(new Date(now)).toISOString();

describe('earliest end date', () => {
  it('is the start of tomorrow in UTC-12', () => {
    expect(at('2026-11-21T12:00:00.000Z')).toBe('2026-11-22T12:00:00.000Z');
    expect(at('2026-11-22T11:59:59.999Z')).toBe('2026-11-22T12:00:00.000Z');
    expect(at('2026-11-22T12:00:00.000Z')).toBe('2026-11-23T12:00:00.000Z');
  });

  it('accepts the end of tomorrow in every time zone, at every hour', () => {
    const start = Date.parse('2026-12-31T00:00:00Z');
    for (let minute = 0; minute < 24 * 60; minute += 15) {
      const now = start + minute * 60_000;
      for (let offset = -12; offset <= 14; offset += 1) {
        const localMidnight = Math.floor((now + offset * 3_600_000) / 86_400_000) * 86_400_000 - offset * 3_600_000;
        const endOfTomorrow = localMidnight + 2 * 86_400_000 - 1;
        expect(endOfTomorrow).toBeGreaterThanOrEqual(earliestEndDate(new Date(now)).getTime());
      }
    }
  });
});
