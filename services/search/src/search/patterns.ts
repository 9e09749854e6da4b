import type { WordPart } from '../text/tokens.js';

/** Patterns that rank a text; null if there are no words. They contain only LIKE's own percent signs. */
export interface Patterns {
  /** All words, separated by spaces. */
  readonly phrase: string | null;
  /** For LIKE, on a text with a space before and after it: each word as a whole word, and as the beginning of one. */
  readonly whole: readonly string[] | null;
  readonly begins: readonly string[] | null;
}

/** @param corrections of mistyped words, the most similar first */
export function patternsOf(
  words: readonly (readonly WordPart[])[],
  corrections: ReadonlyMap<string, readonly string[]> = new Map(),
): Patterns {
  if (words.length === 0) return { phrase: null, whole: null, begins: null };
  const parts = words.map((word) =>
    word.map(({ text, unspaced }) => ({ text: corrections.get(text)?.[0] ?? text, unspaced })),
  );
  return {
    phrase: parts.map((word) => word.map(({ text }) => text).join('')).join(' '),
    whole: parts.flat().map(({ text, unspaced }) => (unspaced ? `%${text}%` : `% ${text} %`)),
    begins: parts.flat().map(({ text, unspaced }) => (unspaced ? `%${text}%` : `% ${text}%`)),
  };
}
