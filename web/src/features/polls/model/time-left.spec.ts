import { describe, expect, it } from '@jest/globals';
import { timeLeft } from '../../../lib/time';
import { nextTimeLeft } from './time-left';

const NOW = new Date(2026, 10, 21, 12, 0, 0).getTime();
const at = (ms: number) => new Date(NOW + ms).toISOString();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('time left on a card', () => {
  it.each([
    [5 * DAY + 1, '5 days left'],
    [DAY, '1 day left'],
    [DAY - 1, '23 hours left'],
    [19 * HOUR, '19 hours left'],
    [HOUR, '1 hour left'],
    [HOUR - 1, '59 minutes left'],
    [MINUTE, '1 minute left'],
    [1, '1 minute left'],
    [0, 'Ended Nov 21'],
    [-7 * DAY, 'Ended Nov 14'],
    [-365 * DAY, 'Ended Nov 21, 2025'],
  ])('%i ms ahead reads %s', (ms, text) => {
    expect(timeLeft(at(ms), NOW)).toBe(text);
  });

  it('says nothing for a poll without an end', () => {
    expect(timeLeft(null, NOW)).toBe('');
    expect(nextTimeLeft(null, NOW)).toBeNull();
  });

  it.each([3 * DAY + 5, DAY, 2 * HOUR + 7, HOUR, 90_000, 40_000, 1])('knows when the text for %i ms changes', (ms) => {
    const wait = nextTimeLeft(at(ms), NOW) ?? Number.NaN;
    expect(timeLeft(at(ms), NOW + wait)).not.toBe(timeLeft(at(ms), NOW));
    if (wait > 1) expect(timeLeft(at(ms), NOW + wait - 1)).toBe(timeLeft(at(ms), NOW));
  });

  it('never changes again once the poll has ended', () => {
    expect(nextTimeLeft(at(0), NOW)).toBeNull();
  });
});
