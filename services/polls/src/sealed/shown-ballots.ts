import { SEALED_GROUP } from '@inkling/contracts';

/** Equal ballots of a sealed poll, and how many of them the shown counts cover. */
export interface SealedBallots {
  readonly choice: number;
  readonly n: number;
  readonly shown: number;
}

/**
 * How many of each kind of ballot the counts show next (ADR 35). Nothing changes before two groups of ballots are
 * waiting. Then all of them are shown but one group, chosen at random, so that no count tells when a ballot came, and
 * the group that the end releases is not smaller than the others.
 * @param random a whole number from 0 to below its argument
 */
export function nextShown(ballots: readonly SealedBallots[], random: (below: number) => number): number[] {
  const waiting = ballots.map(({ n, shown }) => n - shown);
  let left = waiting.reduce((sum, count) => sum + count, 0);
  if (left < 2 * SEALED_GROUP) return ballots.map(({ shown }) => shown);
  const withheld = ballots.map(() => 0);
  for (let drawn = 0; drawn < SEALED_GROUP; drawn += 1, left -= 1) {
    let at = random(left);
    const kind = waiting.findIndex((count) => (at -= count) < 0);
    waiting[kind]! -= 1;
    withheld[kind]! += 1;
  }
  return ballots.map(({ n }, kind) => n - withheld[kind]!);
}
