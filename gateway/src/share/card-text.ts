import { createRequire } from 'node:module';
import { plain } from './shared-poll-text.js';

/** Parts of Onest that a card is drawn with; each is a file of the font. */
export const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;

const ranges = createRequire(import.meta.url)('@fontsource/onest/unicode.json') as Record<string, string>;
const DRAWN = new RegExp(`[${SUBSETS.flatMap((subset) => ranges[subset]!.split(',')).map(inClass).join('')}]`, 'u');
const LETTER = /\p{L}/u;
/** From this share of undrawn letters on, what is left would not say what was asked. */
const LOST_MAX = 0.2;

function inClass(range: string): string {
  return range
    .replace('U+', '')
    .split('-')
    .map((point) => `\\u{${point}}`)
    .join('-');
}

/**
 * The part of a text that the card's fonts can draw: emoji are dropped.
 * @returns undefined where too little of it is left, as of a text in a script that the fonts do not have
 */
export function drawable(text: string): string | undefined {
  let [kept, letters, lost] = ['', 0, 0];
  for (const character of plain(text).normalize('NFC')) {
    const drawn = DRAWN.test(character) && !/[\p{Cf}\p{Co}]/u.test(character);
    if (LETTER.test(character)) {
      letters += 1;
      if (!drawn) lost += 1;
    }
    if (drawn) kept += character;
  }
  const shown = kept.replaceAll(/\s+/g, ' ').trim();
  return shown === '' || lost > letters * LOST_MAX ? undefined : shown;
}
