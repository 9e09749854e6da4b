import { SEALED_GROUP } from '@inkling/contracts';

/** Equal ballots of a sealed poll, and the number of them that the shown counts include. */
export interface SealedBallots {
  readonly choice: number;
  readonly n: number;
  readonly shown: number;
}

/**
 * How many of each kind of ballot the counts show next (ADR 35). Nothing changes until two groups of ballots are
 * waiting. Then all ballots are shown except one group, which is chosen at random. So no count tells when a ballot was
 * cast, and the end of the poll releases a whole group as well.
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
