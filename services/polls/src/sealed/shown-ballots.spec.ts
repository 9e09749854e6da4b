import { describe, expect, it } from '@jest/globals';
import { nextShown, type SealedBallots } from './shown-ballots.js';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const lowest = () => 0;
const highest = (below: number) => below - 1;

describe('The counts that a sealed poll shows', () => {
  it('stay as they are until two groups of five are waiting', () => {
    const ballots = [
      { choice: 0, n: 9, shown: 5 },
      { choice: 3, n: 5, shown: 0 },
    ];
    expect(nextShown(ballots, lowest)).toEqual([5, 0]);
    expect(nextShown([...ballots, { choice: 4, n: 1, shown: 0 }], lowest)).not.toEqual([5, 0, 0]);
  });

  it('then leave out five, whichever were drawn', () => {
    const ballots = [
      { choice: 0, n: 7, shown: 0 },
      { choice: 1, n: 3, shown: 0 },
    ];
    expect(nextShown(ballots, lowest)).toEqual([2, 3]);
    expect(nextShown(ballots, highest)).toEqual([5, 0]);
    expect(nextShown([{ choice: 2, n: 1_000, shown: 40 }], highest)).toEqual([995]);
  });

  it('never fall, and always leave out at least five', () => {
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    let ballots: SealedBallots[] = [0, 1, 2].map((choice) => ({ choice, n: 0, shown: 0 }));
    for (let vote = 0; vote < 300; vote += 1) {
      const choice = random(3);
      ballots = ballots.map((each) => (each.choice === choice ? { ...each, n: each.n + 1 } : each));
      const shown = nextShown(ballots, random);
      const before = sum(ballots.map((each) => each.shown));
      const [released, left] = [sum(shown) - before, vote + 1 - sum(shown)];
      expect(released === 0 || released >= 5).toBe(true);
      expect(left).toBeGreaterThanOrEqual(Math.min(5, vote + 1));
      expect(left).toBeLessThan(10);
      shown.forEach((count, kind) => expect(count).toBeGreaterThanOrEqual(ballots[kind]!.shown));
      ballots = ballots.map((each, kind) => ({ ...each, shown: shown[kind]! }));
    }
  });
});
