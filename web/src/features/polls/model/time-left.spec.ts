import { describe, expect, it } from '@jest/globals';
import { shortDay, timeLeft } from './time-left';

const NOW = new Date(2026, 10, 21, 12, 0, 0).getTime();
const at = (ms: number) => new Date(NOW + ms).toISOString();
const HOUR = 3_600_000;

describe('timeLeft', () => {
  it.each([
    [5 * 24 * HOUR + 1, 'day', 5],
    [24 * HOUR, 'day', 1],
    [24 * HOUR - 1, 'hour', 23],
    [HOUR, 'hour', 1],
    [HOUR - 1, 'minute', 59],
    [60_000, 'minute', 1],
    [59_999, 'moment', 0],
    [1, 'moment', 0],
  ])('%i ms ahead is %s %i', (ms, unit, count) => {
    expect(timeLeft(at(ms), NOW)).toMatchObject({ state: 'open', unit, count });
  });

  it('is ended from the very instant on', () => {
    expect(timeLeft(at(0), NOW)).toMatchObject({ state: 'ended' });
    expect(timeLeft(at(-1), NOW)).toMatchObject({ state: 'ended' });
  });

  it('says when its text changes next', () => {
    for (const ms of [3 * 24 * HOUR + 5, 2 * HOUR + 7, 90_000, 40_000]) {
      const left = timeLeft(at(ms), NOW);
      if (left?.state !== 'open') throw new Error('the poll is open');
      const after = timeLeft(at(ms), NOW + left.changesIn);
      expect([after?.state, after?.state === 'open' && after.unit + after.count]).not.toEqual([left.state, left.unit + left.count]);
      expect(timeLeft(at(ms), NOW + left.changesIn - 2)).toMatchObject({ state: 'open', unit: left.unit, count: left.count });
    }
  });

  it('is nothing for a poll without end', () => {
    expect(timeLeft(null, NOW)).toBeNull();
  });
});

describe('shortDay', () => {
  it('adds the year only to other years', () => {
    expect(shortDay(new Date(2026, 10, 14), NOW)).toBe('Nov 14');
    expect(shortDay(new Date(2025, 10, 14), NOW)).toBe('Nov 14, 2025');
  });
});
