import { createHash } from 'node:crypto';

/**
 * Chance that can be repeated: the same seed and words always give the same numbers, whatever was asked for before.
 */
export interface Dice {
  /** From 0 to below 1. */
  next: () => number;
  chance: (share: number) => boolean;
  /** A whole number. */
  below: (most: number) => number;
  /** A new list. */
  shuffled: <T>(list: readonly T[]) => T[];
  /** An index. */
  weighted: (weights: readonly number[]) => number;
}

/** @param words what the dice are for */
export function dice(seed: string | number, ...words: (string | number)[]): Dice {
  const hash = createHash('sha256').update(JSON.stringify([seed, ...words]));
  const next = mulberry32(hash.digest().readUInt32LE(0));
  const below = (most: number) => Math.floor(next() * most);
  return {
    next,
    below,
    chance: (share) => next() < share,
    shuffled: (list) => {
      const rest = [...list];
      for (let last = rest.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [rest[last], rest[other]] = [rest[other]!, rest[last]!];
      }
      return rest;
    },
    weighted: (weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => (left -= weight) < 0);
      return index === -1 ? weights.length - 1 : index;
    },
  };
}

/**
 * The generator Mulberry32: small, and good enough for made-up data.
 * @returns gives numbers from 0 to below 1, the same ones for the same seed
 */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
