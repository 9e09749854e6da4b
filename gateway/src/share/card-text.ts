import { emojiFile, graphemesOf } from './card-emoji.js';
import { isCovered } from './card-fonts.js';
import { plain } from './shared-poll-text.js';

const LETTER = /\p{L}/u;
/** Joiners have no form of their own and shape their neighbours. */
const JOINERS = /[\u200C\u200D]/;
/** From this share of undrawn letters on, what is left would not say what was asked. */
const LOST_MAX = 0.2;

const isDrawn = (character: string): boolean =>
  JOINERS.test(character) || (isCovered(character) && !/[\p{Cf}\p{Co}]/u.test(character));

/**
 * The part of a text that a card can draw, with its fonts and its pictures of emoji.
 * @returns undefined where too little of it is left, as of a text in a script that the fonts do not have
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

/** The direction of a text, by its first letter that has one. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = /[\p{L}]/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
    ? 'rtl'
    : 'ltr';
}
