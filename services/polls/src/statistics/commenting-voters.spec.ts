import { describe, expect, it } from '@jest/globals';
import { toldVoters } from './commenting-voters.js';

describe('How many of those who commented have voted', () => {
  it('is told exactly where many have and many have not', () => {
    expect(toldVoters(40, 21)).toEqual({ least: 21, most: 21 });
    expect(toldVoters(14, 7)).toEqual({ least: 7, most: 7 });
  });

  it('is a range where nearly all or nearly nobody has, and nothing where few commented', () => {
    for (const voters of [0, 3, 6]) expect(toldVoters(30, voters)).toEqual({ least: 0, most: 6 });
    for (const voters of [24, 27, 30]) expect(toldVoters(30, voters)).toEqual({ least: 24, most: 30 });
    for (const voters of [0, 6, 12]) expect(toldVoters(12, voters)).toEqual({ least: 0, most: 12 });
  });

  it('makes it certain of nobody, even if the author knows five of them', () => {
    for (let people = 6; people <= 60; people += 1)
      for (let voters = 0; voters <= people; voters += 1) {
        const { least, most } = toldVoters(people, voters);
        expect(voters >= least && voters <= most).toBe(true);
        for (let knownVoters = 0; knownVoters <= Math.min(5, voters); knownVoters += 1) {
          const knownOthers = Math.min(5 - knownVoters, people - voters);
          const unknown = people - knownVoters - knownOthers;
          // Not all of the unknown ones have voted, or not have, in every case that fits.
          expect(Math.min(most - knownVoters, unknown)).toBeGreaterThan(0);
          expect(Math.max(least - knownVoters, 0)).toBeLessThan(unknown);
        }
      }
  });
});
