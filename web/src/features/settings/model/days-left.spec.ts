import { describe, expect, test } from '@jest/globals';
import { graceDays } from './days-left';

describe('the days of grace', () => {
  const requested = '2026-11-22T09:40:00.000Z';
  const due = '2026-11-29T09:40:00.000Z';
  const states = (now: string) =>
    graceDays(requested, due, Date.parse(now))
      .map(({ is }) => is[0])
      .join('');

  test.each([
    ['at the request', '2026-11-22T09:40:00.000Z', 'naaaaaa'],
    ['a moment before a whole day', '2026-11-23T09:39:59.999Z', 'naaaaaa'],
    ['after two days', '2026-11-24T09:40:00.000Z', 'ggnaaaa'],
    ['on the last day', '2026-11-29T09:39:00.000Z', 'ggggggn'],
    ['when it is overdue', '2026-12-02T00:00:00.000Z', 'ggggggn'],
    ['by a clock that is behind', '2026-11-21T00:00:00.000Z', 'naaaaaa'],
  ])('%s', (_when, now, expected) => expect(states(now)).toBe(expected));

  test('are one at least', () => {
    expect(graceDays(requested, requested, Date.parse(requested))).toHaveLength(1);
  });
});
