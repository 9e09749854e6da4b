import { crc32 } from 'node:zlib';

/** Words that are one typing mistake apart: a letter too many, one missing, a wrong one, or two neighbours swapped. */

/** A word is looked up by its mistakes from this many letters on (decisions: one typo). */
export const TYPO_WORD_MIN = 4;
/** A mistake may have cost a letter. */
const KEPT_MIN = TYPO_WORD_MIN - 1;
const KEPT_MAX = 24;

/** Whether a word's mistakes are looked for: of letters alone, long enough and not too long. */
export function isForgivable(word: string, least = KEPT_MIN): boolean {
  const length = Array.from(word).length;
  return length >= least && length <= KEPT_MAX && /^[\p{L}\p{M}]+$/u.test(word);
}

/**
 * The word and what is left of it after each deletion of one letter. Two words one mistake apart share one of these,
 * whatever the alphabet, so that an equality look-up finds all candidates.
 */
export function variantsOf(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set([word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))])];
}

/**
 * The variants as 32-bit integers, a third of their size; that some share one by chance shows when words are compared.
 */
export const variantHashes = (word: string): number[] => variantsOf(word).map((variant) => crc32(variant) | 0);

/** Whether at most one mistake lies between two words. */
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
