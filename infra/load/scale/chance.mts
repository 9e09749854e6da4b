/** Chance that repeats itself: the same seed gives the same data. */

/** @returns from 0 up to 1 (mulberry32) */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns a whole number from 0 on */
export const upTo = (random: () => number, below: number): number => Math.floor(random() * below);

export const oneOf = <T,>(random: () => number, list: readonly T[]): T => list[upTo(random, list.length)] as T;
