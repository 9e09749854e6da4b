import { beforeEach, expect, test } from '@jest/globals';
import { rememberViewed, viewedProfiles } from './viewed-profiles';

const HOUR = 60 * 60_000;
const NOW = 1_000 * HOUR;

beforeEach(() => localStorage.clear());

test('a profile that was opened is remembered for a day', () => {
  rememberViewed(3, NOW - 23 * HOUR);
  rememberViewed(4, NOW - HOUR);
  expect([...viewedProfiles(NOW)]).toEqual([3, 4]);
  expect([...viewedProfiles(NOW + 2 * HOUR)]).toEqual([4]);
});

test('what cannot be read is nothing', () => {
  localStorage.setItem('inkling_viewed_featured', '{"7":');
  expect(viewedProfiles(NOW).size).toBe(0);
  rememberViewed(7, NOW);
  expect([...viewedProfiles(NOW)]).toEqual([7]);
});
