import { describe, expect, test } from '@jest/globals';
import { ApiFailure } from '../api';
import { reachedLimit } from './limit';
import { limitWords } from './limit-words';

const NOON = new Date(2026, 10, 22, 12, 0, 0).getTime();
const reached = (part: object) => ({ code: 'too-many-polls', limit: 10, windowSeconds: 3_600, opensAt: NOON, ...part });

describe('the words of a limit', () => {
  test('name the time of day and the minutes', () => {
    expect(limitWords(reached({ opensAt: NOON + 701_000 }), NOON)).toEqual({
      title: '10 polls an hour is the limit',
      description: 'Ask the next one at 12:11 PM, in 12 minutes. Your draft is kept.',
      time: '12:11 PM',
    });
  });

  test.each([
    [
      { code: 'too-many-comments', limit: 30, windowSeconds: 600 },
      20,
      '30 comments in 10 minutes is the limit',
      '20 seconds',
    ],
    [{ code: 'too-many-searches', limit: 60, windowSeconds: 60 }, 60, '60 searches a minute is the limit', '1 minute'],
    [{ code: 'too-many-polls', limit: 40, windowSeconds: 86_400 }, 40_000, '40 polls a day is the limit', '12 hours'],
    [
      { code: 'too-many-renames', limit: 1, windowSeconds: 604_800 },
      500_000,
      '1 new name a week is the limit',
      '6 days',
    ],
    [{ code: 'too-many-of-a-later-version' }, 60, '10 an hour is the limit', '1 minute'],
  ])('of %j in %d seconds', (part, seconds, title, wait) => {
    const words = limitWords(reached({ ...part, opensAt: NOON + seconds * 1_000 }), NOON);
    expect(words.title).toBe(title);
    expect(words.description).toContain(`in ${wait}.`);
  });

  test('name the day when it is another one', () => {
    expect(limitWords(reached({ opensAt: NOON + 86_400_000 }), NOON).time).toMatch(/^Nov 23, 12:00 PM$/);
  });
});

describe('a failure', () => {
  const failure = (status: number, body: object) =>
    new ApiFailure(status, 'too-many-polls', 'No.', { message: 'No.', code: 'too-many-polls', ...body });

  test('is a limit by its numbers, and opens at one time however often it is looked at', () => {
    const error = failure(429, { retryAfter: 60, limit: 10, windowSeconds: 3_600 });
    expect(reachedLimit(error)).toMatchObject({ code: 'too-many-polls', limit: 10, windowSeconds: 3_600 });
    expect(reachedLimit(error)).toBe(reachedLimit(error));
  });

  test('without them, or of another kind, is none', () => {
    expect(reachedLimit(failure(429, { retryAfter: 60 }))).toBeNull();
    expect(reachedLimit(failure(400, { retryAfter: 60, limit: 10, windowSeconds: 3_600 }))).toBeNull();
    expect(reachedLimit(new Error('away'))).toBeNull();
  });
});
