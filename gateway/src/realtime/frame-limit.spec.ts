import { describe, expect, it } from '@jest/globals';
import { FrameLimit } from './frame-limit.js';

describe('the frames that a socket may send', () => {
  let now = 0;
  const spend = (limit: FrameLimit, times: number): void => {
    for (let time = 0; time < times; time += 1) limit.spend();
  };

  it('are five hundred at once, then a hundred a second', () => {
    const limit = new FrameLimit(() => now);
    spend(limit, 499);
    expect(limit.waitMs()).toBe(0);
    spend(limit, 1);
    expect(limit.waitMs()).toBe(10);
    now += 10;
    expect(limit.waitMs()).toBe(0);
    for (let second = 0; second < 100; second += 1) {
      now += 1_000;
      spend(limit, 100);
      expect(limit.waitMs()).toBe(0);
    }
  });

  it('are waited for when more have come, and never more than at the beginning', () => {
    const limit = new FrameLimit(() => now);
    spend(limit, 1_500);
    expect(limit.waitMs()).toBe(10_010);
    now += 3_600_000;
    expect(limit.waitMs()).toBe(0);
    spend(limit, 500);
    expect(limit.waitMs()).toBe(10);
  });
});
