import { describe, expect, it } from '@jest/globals';
import { FrameAllowance } from './frame-limit.js';

describe('the frames that a socket may send', () => {
  let now = 0;
  const spend = (allowance: FrameAllowance, times: number): void => {
    for (let time = 0; time < times; time += 1) allowance.spend();
  };

  it('are five hundred at once, then a hundred a second', () => {
    const allowance = new FrameAllowance(() => now);
    spend(allowance, 499);
    expect(allowance.waitMs()).toBe(0);
    spend(allowance, 1);
    expect(allowance.waitMs()).toBe(10);
    now += 10;
    expect(allowance.waitMs()).toBe(0);
    for (let second = 0; second < 100; second += 1) {
      now += 1_000;
      spend(allowance, 100);
      expect(allowance.waitMs()).toBe(0);
    }
  });

  it('are waited for when more have come, and never more than at the beginning', () => {
    const allowance = new FrameAllowance(() => now);
    spend(allowance, 1_500);
    expect(allowance.waitMs()).toBe(10_010);
    now += 3_600_000;
    expect(allowance.waitMs()).toBe(0);
    spend(allowance, 500);
    expect(allowance.waitMs()).toBe(10);
  });
});
