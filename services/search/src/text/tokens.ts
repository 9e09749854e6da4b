/** Tokens of folded texts: words, pairs of characters where a script has no spaces, hashtags. */

/** Characters of a token; what is longer is cut, in documents and queries alike. */
const TOKEN_MAX = 40;
const WORD = /[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu;
/** Scripts written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const HASHTAG = /[#＃]([\p{L}\p{M}\p{N}_]+)/gu;

/** Words of a folded text, in order; a run of an unspaced script is one of them. */
export const wordsOf = (folded: string): string[] => folded.match(WORD) ?? [];

/** The text that phrases are looked for in: folded words with one space between them. */
export const plainText = (folded: string): string => wordsOf(folded).join(' ');

/** Names of the hashtags in a text as it was typed, without `#`; "#1" is none. */
export const hashtagsOf = (text: string): string[] =>
  Array.from(text.matchAll(HASHTAG), (match) => match[1]!).filter((name) => /\p{L}/u.test(name));

/**
 * The one word that a topic is searched by: "Night trains" gives "nighttrains"; empty when there is nothing to search.
 */
export const topicKey = (folded: string): string => cut(wordsOf(folded).join(''));

/** The text without its hashtags. */
export const withoutHashtags = (text: string): string =>
  text.replace(HASHTAG, (whole, name: string) => (/\p{L}/u.test(name) ? ' ' : whole));

/** How a topic is shown: its words as they are written, together. */
export const topicLabel = (name: string): string => cut(wordsOf(name.normalize('NFC')).join(''));

/** A topic's token. No word begins with `#`, so topics and words never meet. */
export const topicToken = (key: string): string => `#${key}`;

export interface WordPart {
  readonly text: string;
  /** Of a script without spaces: found inside words too. */
  readonly unspaced: boolean;
}

/** A word's parts by kind of script: "iphone買う" has two. */
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

/** Overlapping pairs of characters: any two characters or more of the text are found by their pairs. */
export function pairsOf(text: string): string[] {
  const characters = Array.from(text);
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** Tokens under which a document with these folded texts is found. */
export function documentTokens(folded: readonly string[]): Set<string> {
  const tokens = new Set<string>();
  for (const word of folded.flatMap(wordsOf)) {
    for (const part of partsOf(word)) {
      if (!part.unspaced) tokens.add(part.text);
      else {
        for (const pair of pairsOf(part.text)) tokens.add(pair);
        // A single character is looked for as a prefix, which the last one has no pair for.
        tokens.add(Array.from(part.text).at(-1)!);
      }
    }
  }
  return tokens;
}

function cut(text: string): string {
  return text.length <= TOKEN_MAX ? text : Array.from(text).slice(0, TOKEN_MAX).join('');
}
