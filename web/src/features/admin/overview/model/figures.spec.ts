import { describe, expect, test } from '@jest/globals';
import { rangeOf, weeksOf, type DayCount } from './figures';

const from = (counts: number[]): DayCount[] =>
  counts.map((count, index) => ({ day: new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10), count }));

describe('the weeks of a figure', () => {
  test('begin with the latest seven full days, without today', () => {
    const days = from([9, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 100]);
    expect(weeksOf(days)).toEqual([
      { from: '2026-11-09', sum: 14, change: 100 },
      { from: '2026-11-02', sum: 7, change: null },
    ]);
  });

  test('have no change after a week without anything', () => {
    expect(weeksOf(from([...Array<number>(7).fill(0), ...Array<number>(7).fill(3), 0]))[0]).toEqual({
      from: '2026-11-08',
      sum: 21,
      change: null,
    });
  });

  test('are none where fewer than seven days are over', () => {
    expect(weeksOf(from([1, 2, 3]))).toEqual([]);
  });
});

test('the range of a figure leaves today out', () => {
  expect(rangeOf(from([5, 2, 7, 1]))).toEqual({ least: 2, most: 7, today: 1 });
});
