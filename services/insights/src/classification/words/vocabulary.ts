import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import type { Context, LanguageWords, Mood, Season } from './language-words.js';
import { others } from './others.js';
import { pt } from './pt.js';
import { shared } from './shared.js';

export type Language = keyof typeof LANGUAGES;

/** The labels of folded words and phrases. A word may have several. */
export type LabelIndex<L extends string> = ReadonlyMap<string, readonly L[]>;
export interface Vocabulary {
  readonly contexts: LabelIndex<Context>;
  readonly seasons: LabelIndex<Season>;
  readonly moods: LabelIndex<Mood>;
}

/** The text in lower case, without accents, and with `ß` as `ss`. */
export const folded = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('œ', 'oe');

/** The words of a text in order: letters, digits and marks. Hyphens and apostrophes separate words. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}\ufe0f?/gu) ?? [];

const phrases = (list: string): string[] =>
  list
    .split(',')
    .map((phrase) => wordsOf(phrase).map(folded).join(' '))
    .filter(Boolean);

export const LANGUAGES = { en, es, fr, de, pt, ...others };
const NAMES = Object.keys(LANGUAGES) as Language[];

const stopWords = Object.fromEntries(NAMES.map((name) => [name, new Set(phrases(LANGUAGES[name].stop))])) as Record<
  Language,
  Set<string>
>;
const anyStopWord = new Set(NAMES.flatMap((name) => [...stopWords[name]]));

/** Stop words that people use in every language. */
const ANY_LANGUAGE = new Set(['vs', 'versus', 'ok']);

/** The language with the most stop words among folded tokens; undefined if there is no single one. */
export function languageOf(tokens: readonly string[]): Language | undefined {
  const counts = NAMES.map((name) => ({
    name,
    count: tokens.filter((token) => stopWords[name].has(token) && !ANY_LANGUAGE.has(token)).length,
  })).toSorted((a, b) => b.count - a.count);
  return counts[0]!.count > counts[1]!.count ? counts[0]!.name : undefined;
}

/** Whether a folded word can never be a topic in this language, or in any if the language is unknown. */
export const isStopWord = (token: string, language: Language | undefined): boolean =>
  (language ? stopWords[language] : anyStopWord).has(token);

function index<L extends string>(lists: readonly Partial<Record<L, string>>[]): LabelIndex<L> {
  const labels = new Map<string, L[]>();
  for (const list of lists) {
    for (const [label, text] of Object.entries(list) as [L, string][]) {
      for (const phrase of phrases(text)) {
        const known = labels.get(phrase) ?? [];
        if (!known.includes(label)) labels.set(phrase, [...known, label]);
      }
    }
  }
  return labels;
}

const vocabularyOf = (languages: readonly LanguageWords[]): Vocabulary => ({
  contexts: index(languages.map(({ contexts }) => contexts)),
  seasons: index(languages.map(({ seasons }) => seasons)),
  moods: index(languages.map(({ moods }) => moods)),
});

const vocabularies = Object.fromEntries(NAMES.map((name) => [name, vocabularyOf([LANGUAGES[name], shared])])) as Record<
  Language,
  Vocabulary
>;
const everything = vocabularyOf([...Object.values(LANGUAGES), shared]);

/** The words of a language and the shared ones; of all languages if the language is unknown. */
export const vocabulary = (language: Language | undefined): Vocabulary =>
  language ? vocabularies[language] : everything;
