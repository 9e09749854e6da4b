import { emojiFile, graphemesOf } from './card-emoji.js';
import { isCovered } from './card-fonts.js';
import { plain } from './shared-poll-text.js';

const LETTER = /\p{L}/u;
/** Joiners are invisible and only shape their neighbours. */
const JOINERS = /[\u200C\u200D]/;
/** If a larger share of the letters cannot be drawn, the rest would not be understandable. */
const LOST_MAX = 0.2;

const isDrawn = (character: string): boolean =>
  JOINERS.test(character) || (isCovered(character) && !/[\p{Cf}\p{Co}]/u.test(character));

/**
 * The part of a text that a card can draw with its fonts and its pictures of emoji.
 * @returns undefined if too little is left, as for a text in a script that the fonts lack
 */
export function drawable(text: string): string | undefined {
  let [kept, letters, lost] = ['', 0, 0];
  for (const grapheme of graphemesOf(plain(text).normalize('NFC'))) {
    if (emojiFile(grapheme) !== undefined) {
      kept += grapheme;
      continue;
    }
    for (const character of grapheme) {
      const drawn = isDrawn(character);
      if (LETTER.test(character)) {
        letters += 1;
        if (!drawn) lost += 1;
      }
      if (drawn) kept += character;
    }
  }
  const shown = kept.replaceAll(/\s+/g, ' ').trim();
  return shown === '' || lost > letters * LOST_MAX ? undefined : shown;
}

/** The direction of a text, by its first letter. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = /[\p{L}]/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
    ? 'rtl'
    : 'ltr';
}
