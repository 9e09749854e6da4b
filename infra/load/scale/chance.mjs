/** Chance that repeats itself: the same seed gives the same data. */

/**
 * @param {number} seed
 * @returns {() => number} from 0 up to 1 (mulberry32)
 */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {() => number} random @param {number} below @returns {number} a whole number from 0 on */
export const upTo = (random, below) => Math.floor(random() * below);

/** @template T @param {() => number} random @param {readonly T[]} list @returns {T} */
export const oneOf = (random, list) => /** @type {T} */ (list[upTo(random, list.length)]);
