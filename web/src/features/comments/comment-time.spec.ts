import { expect, test } from '@jest/globals';
import { activate } from '../../lib/i18n/active';
import { de } from '../../lib/i18n/de';
import { commentTime } from './comment-time';

test('the time of a comment is written as date and time of day', () => {
  expect(commentTime(new Date(2026, 10, 20, 21, 12).toISOString())).toBe('Nov 20, 2026 • 9:12 PM');
  expect(commentTime(new Date(2026, 0, 2, 0, 5).toISOString())).toBe('Jan 2, 2026 • 12:05 AM');
  expect(commentTime('soon')).toBe('Recent');
});

test('and in German as Germans do', () => {
  activate('de', de);
  expect(commentTime(new Date(2026, 10, 20, 21, 12).toISOString())).toBe('20. Nov. 2026 • 21:12');
  activate('en', null);
});
