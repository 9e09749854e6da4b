/** Tokens of folded texts: words, pairs of characters in scripts without spaces, and hashtags. */

/** Maximum length of a token. Longer ones are cut, both in documents and in queries. */
const TOKEN_MAX = 40;
const WORD = /[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu;
/** Scripts written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const HASHTAG = /[#＃]([\p{L}\p{M}\p{N}_]+)/gu;

/** The words of a folded text in order. A run of a script without spaces is one word. */
export const wordsOf = (folded: string): string[] => folded.match(WORD) ?? [];

/** Folded words separated by one space, to match phrases. */
export const plainText = (folded: string): string => wordsOf(folded).join(' ');

/** The names of hashtags in an unfolded text, without `#`. "#1" is not a hashtag. */
export const hashtagsOf = (text: string): string[] =>
  Array.from(text.matchAll(HASHTAG), (match) => match[1]!).filter((name) => /\p{L}/u.test(name));

/** The key that a topic is searched by: "Night trains" becomes "nighttrains". Empty if the text has no words. */
export const topicKey = (folded: string): string => cut(wordsOf(folded).join(''));

/** The text without its hashtags. */
export const withoutHashtags = (text: string): string =>
  text.replace(HASHTAG, (whole, name: string) => (/\p{L}/u.test(name) ? ' ' : whole));

/** How a topic is shown: its words joined, in their original spelling. */
export const topicLabel = (name: string): string => cut(wordsOf(name.normalize('NFC')).join(''));

/** A topic's token. Words never begin with `#`, so topics and words cannot collide. */
export const topicToken = (key: string): string => `#${key}`;

export interface WordPart {
  readonly text: string;
  /** In a script without spaces, where it is also found inside words. */
  readonly unspaced: boolean;
}

/** Splits a word where it changes between scripts with and without spaces: "iphone買う" has two parts. */
export function partsOf(word: string): WordPart[] {
  const parts: WordPart[] = [];
  let end = 0;
  for (const match of word.matchAll(UNSPACED)) {
    if (match.index > end) parts.push({ text: cut(word.slice(end, match.index)), unspaced: false });
    parts.push({ text: match[0], unspaced: true });
    end = match.index + match[0].length;
  }
  if (end < word.length) parts.push({ text: cut(word.slice(end)), unspaced: false });
  return parts;
}

/** Overlapping pairs of characters. They find any substring of two or more characters. */
export function pairsOf(text: string): string[] {
  const characters = Array.from(text);
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** The tokens of a document with these folded texts. */
export function documentTokens(folded: readonly string[]): Set<string> {
  const tokens = new Set<string>();
  for (const word of folded.flatMap(wordsOf)) {
    for (const part of partsOf(word)) {
      if (!part.unspaced) tokens.add(part.text);
      else {
        for (const pair of pairsOf(part.text)) tokens.add(pair);
        // A query of one character matches as a prefix, but no pair begins with the last character.
        tokens.add(Array.from(part.text).at(-1)!);
      }
    }
  }
  return tokens;
}

function cut(text: string): string {
  return text.length <= TOKEN_MAX ? text : Array.from(text).slice(0, TOKEN_MAX).join('');
}
