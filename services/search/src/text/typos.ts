import { crc32 } from 'node:zlib';

/** Words that are one typo apart: one letter added, missing or wrong, or two neighbours swapped. */

/** A word in a query is corrected from this many letters on. */
export const TYPO_WORD_MIN = 4;
/** One shorter, because a typo may have added a letter. */
const KEPT_MIN = TYPO_WORD_MIN - 1;
const KEPT_MAX = 24;

/** Whether a word takes part in corrections: it has only letters and is neither too short nor too long. */
export function isCorrectable(word: string, least = KEPT_MIN): boolean {
  const length = Array.from(word).length;
  return length >= least && length <= KEPT_MAX && /^[\p{L}\p{M}]+$/u.test(word);
}

/**
 * The word, and the word without each one of its letters. Two words that are one typo apart share a variant in any
 * alphabet, so a look-up by equality finds all candidates.
 */
export function variantsOf(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set([word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))])];
}

/** The variants as 32-bit hashes, a third of their size. Comparing the words themselves sorts out collisions. */
export const variantHashes = (word: string): number[] => variantsOf(word).map((variant) => crc32(variant) | 0);

/** Whether two words are equal or one typo apart. */
export function isOneEditApart(first: string, second: string): boolean {
  if (first === second) return true;
  const [short, long] = [Array.from(first), Array.from(second)].toSorted((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const [restOfShort, restOfLong] = [short.slice(start), long.slice(start)];
  const equal = (a: readonly string[], b: readonly string[]): boolean =>
    a.length === b.length && a.every((letter, index) => letter === b[index]);
  if (short.length < long.length) return equal(restOfShort, restOfLong.slice(1));
  if (equal(restOfShort.slice(1), restOfLong.slice(1))) return true;
  return (
    restOfShort[0] === restOfLong[1] &&
    restOfShort[1] === restOfLong[0] &&
    equal(restOfShort.slice(2), restOfLong.slice(2))
  );
}
