import type { Poll } from '@inkling/contracts';
import { INKS } from '@inkling/contracts/constants';

/** A poll's ink: one of six by its id. */
export const inkOf = (id: number): (typeof INKS)[number] => INKS[Math.abs(id) % INKS.length] ?? 'citron';

export type Direction = 'ltr' | 'rtl';

const RTL =
  /[\u0591-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud802[\udc00-\udfff]|\ud803[\udc00-\udfff]|\ud83a[\udd00-\udfff]/;
const STRONG = /\p{L}/u;

/**
 * Direction of a text by its first letter, as `dir="auto"` decides; explicit, so that bars can start on the right side.
 */
export function directionOf(text: string): Direction {
  for (const letter of text) if (STRONG.test(letter)) return RTL.test(letter) ? 'rtl' : 'ltr';
  return 'ltr';
}

/** Attributes of the element that holds a poll's question. Without a known language, `lang` is that of the page. */
export const questionAttributes = ({ question, language }: Pick<Poll, 'question' | 'language'>) => ({
  dir: directionOf(question),
  lang: language ?? undefined,
});

/** Attributes of an element that holds an option's text. All options of a poll have one direction. */
export const optionAttributes = ({ options, language }: Pick<Poll, 'options' | 'language'>) => ({
  dir: directionOf(options.map((option) => option.text).join(' ')),
  lang: language ?? undefined,
});

const VIDEO = /\.(mp4|webm|ogg|mov)(\?|#|$)/i;

/** Whether media is shown as video, by the extension of its path. */
export const isVideo = (media: string): boolean => VIDEO.test(media);
