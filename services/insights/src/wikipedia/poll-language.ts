import { conceptsIn } from '../classification/concepts/concept-index.js';
import { folded, languageOf, wordsOf, type Language } from '../classification/words/vocabulary.js';
import type { PollWording } from '../polls/poll-lookup.js';

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
const languageByScript = (text: string): string | undefined =>
  isMostlyLatin(text) ? undefined : BY_SCRIPT.find(([letters]) => letters.test(text))?.[1];

/** Texts in other scripts contain names in Latin letters, so a third of other letters is enough to count as other. */
function isMostlyLatin(text: string): boolean {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (letters - latin) * 3 < latin;
}

/** Tried in this order if no stop word identifies the language, as in "Tea vs coffee". */
const BY_CONCEPTS: readonly Language[] = ['en', 'es', 'fr', 'de', 'pt'];

/** The language of a poll in Latin script; undefined for other scripts, and if it is unclear. */
export function latinLanguageOf({ question, options }: PollWording): Language | undefined {
  const texts = [question, ...options];
  if (!isMostlyLatin(texts.join(' '))) return undefined;
  const byGrammar = languageOf(texts.flatMap(wordsOf).map(folded));
  if (byGrammar) return byGrammar;
  const counts = BY_CONCEPTS.map((name) => ({ name, count: texts.flatMap((text) => conceptsIn(text, name)).length }));
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
  return best.count > 0 ? best.name : undefined;
}

/** The code of the wiki in the language of a poll; English if it is unclear. */
export const languageOfPoll = (poll: PollWording): string =>
  languageByScript([poll.question, ...poll.options].join(' ')) ?? latinLanguageOf(poll) ?? 'en';
