import { describe, expect, it } from '@jest/globals';
import { VoteRates } from './vote-rates.js';

describe('the rate of votes on a poll', () => {
  it('is reported while it is above the limit of a minute', () => {
    const rates = new VoteRates(10);
    expect(rates.observe({ pollId: 1, votesCount: 110, count: 10 }, 0)).toBeUndefined();
    expect(rates.observe({ pollId: 1, votesCount: 111, count: 1 }, 59_999)).toBe(11);
    expect(rates.observe({ pollId: 1, votesCount: 112, count: 1 }, 59_999)).toBe(12);
  });

  it('begins again after a minute', () => {
    const rates = new VoteRates(10);
    rates.observe({ pollId: 1, votesCount: 10, count: 10 }, 0);
    expect(rates.observe({ pollId: 1, votesCount: 20, count: 10 }, 60_000)).toBeUndefined();
    expect(rates.observe({ pollId: 1, votesCount: 21, count: 1 }, 60_001)).toBe(11);
  });

  it('counts votes of events that another replica took', () => {
    const rates = new VoteRates(10);
    rates.observe({ pollId: 1, votesCount: 1, count: 1 }, 0);
    expect(rates.observe({ pollId: 1, votesCount: 15, count: 1 }, 1_000)).toBe(15);
  });

  it('is each poll’s own, and late events change nothing', () => {
    const rates = new VoteRates(10);
    rates.observe({ pollId: 1, votesCount: 8, count: 8 }, 100);
    expect(rates.observe({ pollId: 2, votesCount: 8, count: 8 }, 100)).toBeUndefined();
    expect(rates.observe({ pollId: 1, votesCount: 90, count: 80 }, 50)).toBeUndefined();
    expect(rates.observe({ pollId: 1, votesCount: 10, count: 2 }, 200)).toBeUndefined();
  });
});
