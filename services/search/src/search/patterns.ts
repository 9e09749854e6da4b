import type { WordPart } from '../text/tokens.js';

/** What a text is compared with to rank it; null where there are no words. Nothing in them is special to LIKE. */
export interface Patterns {
  /** All words with spaces between them. */
  readonly phrase: string | null;
  /** For LIKE: each word as a whole, and as the beginning of one. The text has a space before and after it. */
  readonly whole: readonly string[] | null;
  readonly begins: readonly string[] | null;
}

/** @param meant what a mistyped word is taken for, the likeliest first */
export function patternsOf(
  words: readonly (readonly WordPart[])[],
  meant: ReadonlyMap<string, readonly string[]> = new Map(),
): Patterns {
  if (words.length === 0) return { phrase: null, whole: null, begins: null };
  const parts = words.map((word) =>
    word.map(({ text, unspaced }) => ({ text: meant.get(text)?.[0] ?? text, unspaced })),
  );
  return {
    phrase: parts.map((word) => word.map(({ text }) => text).join('')).join(' '),
    whole: parts.flat().map(({ text, unspaced }) => (unspaced ? `%${text}%` : `% ${text} %`)),
    begins: parts.flat().map(({ text, unspaced }) => (unspaced ? `%${text}%` : `% ${text}%`)),
  };
}
