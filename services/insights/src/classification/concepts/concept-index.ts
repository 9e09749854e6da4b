import type { Context } from '../words/language-words.js';
import { isStopWord, wordsOf, type Language } from '../words/vocabulary.js';
import { CONCEPT_LANGUAGES, type ConceptLanguage, type Concepts } from './concept-words.js';
import { food } from './food.js';
import { entertainment, sport, travel } from './leisure.js';
import { everydayLife, family, health, nature } from './life.js';
import { seasonal } from './seasonal.js';
import { community, politics, study, technology, work } from './society.js';

export interface Concept {
  /** The English name, whatever the language of the text. */
  readonly topic: string;
  /** Null for occasions of the year. */
  readonly context: Context | null;
}

/** A concept in a text, which consists of `length` words from position `at`. */
export interface FoundConcept extends Concept {
  readonly at: number;
  readonly length: number;
  /** In the spelling of the text. */
  readonly written: string;
}

const GROUPS: readonly (readonly [Context | null, Concepts])[] = [
  [null, seasonal],
  ...(Object.entries({
    food,
    sport,
    entertainment,
    travel,
    politics,
    work,
    study,
    community,
    technology,
    nature,
    health,
    family,
    'everyday life': everydayLife,
  }) as [Context, Concepts][]),
];

const PHRASE_MAX = 5;
const STEM_MIN = 3;
/** Plural and case endings. Arabic, Hindi and Japanese are listed in full. */
const ENDINGS: Partial<Record<Language, readonly string[]>> = {
  en: ['s', 'es'],
  es: ['s', 'es'],
  fr: ['s', 'x'],
  de: ['s', 'es', 'n', 'en', 'e', 'er'],
  pt: ['s', 'es'],
};
const ANY_ENDINGS = ['s'];
const LATIN = ['en', 'es', 'fr', 'de', 'pt'] as const;
/** Words that mean something else in another of these languages. They only count if the language is known. */
const FALSE_FRIENDS = new Set([
  'pain',
  'chat',
  'pan',
  'vol',
  'mode',
  'glace',
  'argent',
  'auto',
  'tee',
  'bureau',
  'prova',
  'sono',
  'piso',
  'bac',
  'fete',
  'ia',
  'ki',
  'ai',
  'wm',
  'bolo',
  'prof',
  'oma',
  'rente',
  'tarta',
  'course',
  'tele',
  'art',
  'car',
]);
/** Phrases that contain a concept's word with another meaning. */
const NOT_MEANT: Partial<Record<ConceptLanguage, string>> = {
  fr: 'en train de',
  es: 'en cuanto a',
  en: 'train of thought, for the birds, on the house',
};
/** English words that are also verbs or adjectives with another meaning; the tagger decides. */
const ALSO_VERBS = new Set([
  'work',
  'train',
  'book',
  'show',
  'house',
  'dish',
  'trip',
  'rock',
  'toast',
  'spice',
  'school',
  'stress',
  'degree',
  'promotion',
]);

/** Lower case without accents. Marks that make another letter (Hindi vowels, Japanese voicing) stay. */
export const conceptFolded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?!\u3099|\u309a)\p{Script=Inherited}|\u0640/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي');

const phrasesOf = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((phrase) => wordsOf(phrase).map(conceptFolded).join(' '))
    .filter(Boolean);

type Index = ReadonlyMap<string, Concept | null>;

function indexOf(languages: readonly ConceptLanguage[], withAny: boolean): Map<string, Concept | null> {
  const index = new Map<string, Concept | null>();
  const ambiguous = new Set<string>();
  for (const [context, concepts] of GROUPS) {
    for (const [topic, words] of Object.entries(concepts)) {
      for (const phrase of [
        ...(withAny ? phrasesOf(words.any) : []),
        ...languages.flatMap((language) => phrasesOf(words[language])),
      ]) {
        const known = index.get(phrase);
        if (known && known.topic !== topic) ambiguous.add(phrase);
        index.set(phrase, known ?? { topic, context });
      }
    }
  }
  if (languages.length > 1) for (const phrase of [...ambiguous, ...FALSE_FRIENDS]) index.delete(phrase);
  for (const language of languages) for (const phrase of phrasesOf(NOT_MEANT[language])) index.set(phrase, null);
  return index;
}

const indices = Object.fromEntries(
  CONCEPT_LANGUAGES.map((language) => [language, indexOf([language], (LATIN as readonly string[]).includes(language))]),
) as unknown as Record<ConceptLanguage, Index>;
/** For texts in an unknown language: words that mean the same in all languages that have them. */
const anyLatin: Index = indexOf(LATIN, true);
const names: Index = indexOf([], true);
const japanese = [...indices.ja]
  .sort(([a], [b]) => b.length - a.length)
  .map(([phrase, concept]) => ({
    length: phrase.length,
    concept,
    pattern: new RegExp(/^[a-z]+$/.test(phrase) ? `(?<![a-z])${phrase}(?![a-z])` : phrase, 'u'),
  }));

const CHOICE = new Set(['or', 'vs', 'versus']);

const ARABIC = /\p{Script=Arabic}/u;
const HINDI = /\p{Script=Devanagari}/u;
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The concepts of a text, one per occurrence, in their order.
 * @param nouns folded words that an English tagger considers nouns; without it, every word counts
 */
export function conceptsIn(text: string, language: Language | undefined, nouns?: ReadonlySet<string>): FoundConcept[] {
  const written = wordsOf(text);
  const words = written.map(conceptFolded);
  const german = language === 'de' && /\p{Lu}/u.test(text);
  const found: FoundConcept[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (JAPANESE.test(words[at]!)) {
      found.push(...insideJapanese(words[at]!).map((concept) => ({ ...concept, at, length: 1 })));
      continue;
    }
    for (let length = Math.min(PHRASE_MAX, words.length - at); length > 0; length -= 1) {
      const concept = lookUp(words.slice(at, at + length).join(' '), language);
      if (concept === undefined) continue;
      const verb =
        length === 1 &&
        ((language === 'en' && nouns && ALSO_VERBS.has(words[at]!) && !nouns.has(words[at]!) && !isChoice(words, at)) ||
          (german && !/^\p{Lu}|^\p{Script=Arabic}/u.test(written[at]!)));
      if (concept && !verb) found.push({ ...concept, at, length, written: written.slice(at, at + length).join(' ') });
      at += length - 1;
      break;
    }
  }
  return found;
}

/** Whether a word is one of the choices: alone, or next to an `or`. The tagger mistakes choices for commands. */
const isChoice = (words: readonly string[], at: number): boolean =>
  words.length === 1 || CHOICE.has(words[at - 1] ?? '') || CHOICE.has(words[at + 1] ?? '');

/** The concept that a whole text names, such as the words of a hashtag. */
export function conceptOf(text: string, language: Language | undefined): Concept | undefined {
  const words = wordsOf(text).map(conceptFolded);
  if (words.length === 0 || words.length > PHRASE_MAX) return undefined;
  const phrase = words.join(' ');
  return (
    (JAPANESE.test(phrase) ? indices.ja.get(phrase) : (lookUp(phrase, language) ?? anyLatin.get(phrase))) ?? undefined
  );
}

/** Null if the phrase is known to mean no concept. */
function lookUp(phrase: string, language: Language | undefined): Concept | null | undefined {
  if (ARABIC.test(phrase)) return lookUpArabic(phrase);
  if (HINDI.test(phrase)) return indices.hi.get(phrase);
  const [index, endings] =
    language === undefined
      ? [anyLatin, ANY_ENDINGS]
      : language in indices
        ? [indices[language as ConceptLanguage], ENDINGS[language] ?? ANY_ENDINGS]
        : [names, ANY_ENDINGS];
  if (!phrase.includes(' ') && isStopWord(phrase, language)) return undefined;
  const exact = index.get(phrase);
  if (exact !== undefined) return exact;
  for (const ending of endings) {
    const stem = phrase.length - ending.length;
    const concept = stem >= STEM_MIN && phrase.endsWith(ending) ? index.get(phrase.slice(0, stem)) : undefined;
    if (concept !== undefined) return concept;
  }
  return undefined;
}

/** In Arabic, the article and some prepositions are part of the word. */
function lookUpArabic(phrase: string): Concept | null | undefined {
  return (
    indices.ar.get(phrase) ?? indices.ar.get(phrase.replace(/(^| )(?:وال|بال|فال|كال|لل|ال|و|ب)(?=\p{L}{3})/gu, '$1'))
  );
}

/**
 * Japanese has no spaces, so words are searched within a run of characters: longer words first, without overlaps. Words
 * in Latin letters must match as a whole.
 */
function insideJapanese(run: string): (Concept & { written: string })[] {
  const places: { at: number; concept: Concept & { written: string } }[] = [];
  let rest = run;
  for (const { length, concept, pattern } of japanese) {
    const at = rest.search(pattern);
    if (at < 0 || !concept) continue;
    places.push({ at, concept: { ...concept, written: run.slice(at, at + length) } });
    rest = rest.slice(0, at) + ' '.repeat(length) + rest.slice(at + length);
  }
  return places.sort((a, b) => a.at - b.at).map(({ concept }) => concept);
}
