import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
const VARIATION = 0xfe0f;
const JOINER = '\u200D';

/** Module path of an emoji's picture; undefined for anything else, and for an emoji without a picture. */
export function emojiFile(grapheme: string): string | undefined {
  if (!EMOJI.test(grapheme)) return undefined;
  const points = [...grapheme].map((character) => character.codePointAt(0)!);
  const named = grapheme.includes(JOINER) ? points : points.filter((point) => point !== VARIATION);
  const file = `@twemoji/svg/${named.map((point) => point.toString(16)).join('-')}.svg`;
  try {
    require.resolve(file);
    return file;
  } catch {
    return undefined;
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text as readers see them, in order. */
export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** The module paths of the pictures that texts need, by grapheme. */
export function emojiFiles(texts: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {};
  for (const grapheme of new Set(texts.flatMap(graphemesOf))) {
    const file = emojiFile(grapheme);
    if (file !== undefined) files[grapheme] = file;
  }
  return files;
}
