/** Languages that a script identifies. Kana come before Han, because Japanese uses both. */
const BY_SCRIPT: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/[іїєґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/[پچژگ]/u, 'fa'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
];

/**
 * The likely language of a text in another script than Latin, to choose a wiki, as a BCP 47 primary subtag: the most
 * common language of that script. Undefined for Latin and for scripts that are not listed.
 */
export const languageByScript = (text: string): string | undefined =>
  isMostlyLatin(text) ? undefined : BY_SCRIPT.find(([letters]) => letters.test(text))?.[1];

/** Texts in other scripts contain names in Latin letters, so a third of other letters is enough to count as other. */
export function isMostlyLatin(text: string): boolean {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (letters - latin) * 3 < latin;
}
