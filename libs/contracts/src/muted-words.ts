/**
 * Which texts a muted word hides (docs/product.md#blocks-and-mutes). This file imports nothing, so that the web can use
 * it without pulling in the schemas.
 */

/** Scripts that put no spaces between words, where a word has no edge to find. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const IN_WORD = String.raw`[\p{L}\p{M}\p{N}_]`;

/** The form in which words and texts are compared: case, width and spaces do not count. */
export const mutedWordKey = (word: string): string =>
  word.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** The word as a whole: nothing that belongs to a word stands right before or after it. */
function wholeWord(key: string): string {
  const characters = [...key];
  const before = UNSPACED.test(characters[0]!) ? '' : `(?<!${IN_WORD})`;
  const after = UNSPACED.test(characters.at(-1)!) ? '' : `(?!${IN_WORD})`;
  return `${before}${key.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}${after}`;
}

/**
 * A test that tells whether a text contains one of the words, as a whole word and in any case.
 * @returns undefined when there are no words, so that callers can skip the work
 */
export function mutedWordsTest(words: readonly string[]): ((text: string) => boolean) | undefined {
  const keys = words.map(mutedWordKey).filter((key) => key !== '');
  if (keys.length === 0) return undefined;
  const any = new RegExp(keys.map(wholeWord).join('|'), 'u');
  return (text) => any.test(mutedWordKey(text));
}
