import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hourTotals, TOLD_TOGETHER, totalsOverTime, type HourOfVotes } from './totals.js';

const HOUR = 3_600_000;
const BEGIN = Date.UTC(2026, 10, 1, 7);
const hoursOf = (...votes: number[]): HourOfVotes[] =>
  votes.map((count, hour) => ({ from: new Date(BEGIN + hour * HOUR), votes: count })).filter((hour) => hour.votes > 0);
const read = (votes: number[], { rest = 0, hours = votes.length } = {}) => {
  const votesCount = votes.reduce((sum, count) => sum + count, rest);
  const { step, points } = totalsOverTime(hourTotals(hoursOf(...votes)), {
    from: BEGIN + 60_000,
    until: BEGIN + hours * HOUR,
    votesCount,
  });
  const times = points.map((point) => (Date.parse(point.at) - BEGIN) / HOUR);
  return { step, points: points.map((point, index) => [times[index], point.votes]).slice(1) };
};

describe('Totals over time', () => {
  it('join hours with fewer than five votes with those that follow', () => {
    expect(read([5, 1, 3, 0, 1, 9, 5]).points).toEqual([
      [1, 5],
      [5, 10],
      [6, 19],
      [7, 24],
    ]);
  });

  it('hold back what would leave fewer than five votes, also at the end', () => {
    expect(read([5, 5, 4]).points).toEqual([
      [1, 5],
      [3, 14],
    ]);
    expect(read([5, 4]).points).toEqual([[2, 9]]);
    expect(read([4]).points).toEqual([[1, 4]]);
    expect(read([]).points).toEqual([[0, 0]]);
    expect(read([5, 5], { rest: 5, hours: 2.5 }).points).toEqual([
      [1, 5],
      [2, 10],
      [2.5, 15],
    ]);
  });

  it('are by the day after three days and by the week after ninety', () => {
    const everyHour = (days: number) => read(Array<number>(days * 24).fill(6));
    expect([everyHour(3).step, everyHour(3).points.length]).toEqual(['hour', 72]);
    // Days begin at midnight, which is 17 hours after the first hour.
    const days = [17, 41, 65, 89, 95, 96].map((hour) => [hour, 6 * hour]);
    expect(everyHour(4)).toEqual({ step: 'day', points: days });
    expect([everyHour(91).step, everyHour(91).points.length]).toEqual(['week', 15]);
  });

  it('never move by one to four votes, whatever is compared with whatever', () => {
    const votes = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(votes, fc.integer({ min: 0, max: 6 }), (counts, rest) => {
        // Everything that an author who asks after every hour, and between hours, ever gets.
        const known = new Map<number, number>();
        for (let hours = 1; hours <= counts.length; hours += 1)
          for (const some of [0, rest])
            for (const [at, total] of read(counts.slice(0, hours), { rest: some }).points.slice(0, -1)) {
              expect(known.get(at!) ?? total).toBe(total);
              known.set(at!, total!);
            }
        const totals = [0, ...[...known].toSorted(([a], [b]) => a - b).map(([, total]) => total)];
        for (const [index, total] of totals.slice(1).entries())
          expect(total - totals[index]!).toBeGreaterThanOrEqual(TOLD_TOGETHER);
      }),
      { numRuns: 60 },
    );
  });
});
