import type { PollWording } from '../polls/poll-lookup.js';
import { conceptFolded, conceptOf, conceptsIn, type FoundConcept } from './concepts/concept-index.js';
import { englishNouns } from './english-nouns.js';
import { tidyTopics } from './topics.js';
import { isAnswerWord } from './words/answers.js';
import { isFiller } from './words/fillers.js';
import { folded, isStopWord, wordsOf, type Language } from './words/vocabulary.js';

/** With fewer topics in the question, the options are read too. */
const ENOUGH = 2;
/** Maximum number of words in a topic. */
const WORDS_MAX = 3;

/** The concepts of a text, and its other nouns. */
interface Findings {
  readonly concepts: readonly FoundConcept[];
  readonly nouns: readonly string[];
}

export interface LexiconTopics {
  readonly topics: string[];
  /** The concepts of the question and those of the options. */
  readonly concepts: { readonly asked: readonly FoundConcept[]; readonly offered: readonly FoundConcept[] };
}

/**
 * Finds topics without a model, the most certain first: hashtags, then concepts, then other nouns. Concepts have
 * English names, so that polls in different languages share topics. English nouns come from a tagger; in other
 * languages, words capitalised within a sentence count as nouns.
 */
export async function lexiconTopics(
  { question, options }: PollWording,
  language: Language | undefined,
): Promise<LexiconTopics> {
  const tags = [question, ...options]
    .flatMap(hashtags)
    .flatMap((tag) => conceptOf(tag, language)?.topic ?? (meaningful(tag, language) ? tag : []));
  const asked = await findings(question, language);
  const offered: Findings[] = [];
  for (const option of options) if (!isAnswerWord(option)) offered.push(await findings(option, language));
  const found = [...tags, ...asked.concepts.map(({ topic }) => topic), ...asked.nouns];
  if (tidyTopics(found).length < ENOUGH)
    found.push(
      ...offered.flatMap(({ concepts }) => concepts.map(({ topic }) => topic)),
      ...offered.flatMap(({ nouns }) => nouns),
    );
  return {
    topics: tidyTopics(found),
    concepts: { asked: asked.concepts, offered: offered.flatMap(({ concepts }) => concepts) },
  };
}

/** The hashtags of a text as separate words: `#ClimateAction` becomes `Climate Action`. */
export function hashtags(text: string): string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}_&/])[#＃]([\p{L}\p{M}\p{N}_]{2,40})/gu)].map(([, tag]) =>
    tag!
      .replace(/(\p{Ll})([\p{Lu}\p{N}])/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replaceAll('_', ' '),
  );
}

/** The text without addresses, @names and markup, which are never topics. */
export const withoutAddresses = (text: string): string =>
  text.replace(/https?:\/\/\S+|www\.\S+|[\w.+-]+@[\w.-]+|(?<![\p{L}\p{N}])@[\p{L}\p{M}\p{N}._-]+|<[^>]*>/giu, ' ');

async function findings(original: string, language: Language | undefined): Promise<Findings> {
  const text = withoutAddresses(original);
  const spoken = text.replace(/[#＃][\p{L}\p{M}\p{N}_]+/gu, ' ');
  // The English tagger considers every word in another script a noun.
  const tagged =
    language === 'en'
      ? (await englishNouns(spoken)).filter((noun) => !/(?!\p{Script=Latin})\p{L}/u.test(noun))
      : undefined;
  const concepts = conceptsIn(text, language, tagged && new Set(tagged.flatMap(wordsOf).map(conceptFolded)));
  const words = wordsOf(text).map(conceptFolded);
  const covered = new Set(concepts.flatMap(({ at, length }) => words.slice(at, at + length)));
  const nouns = (tagged ?? capitalised(spoken))
    .map((noun) => withoutStopWords(noun, language))
    .filter((noun) => noun !== '' && !wordsOf(noun).some((word) => covered.has(conceptFolded(word))));
  return { concepts, nouns };
}

const SUPERLATIVE = /(?<!\p{L})am\s+(?!Osten|Westen|Kasten|Posten)\p{Lu}\p{L}+sten(?!\p{L})/gu;

/** Runs of capitalised words within sentences; none for a text in capitals. */
export function capitalised(text: string): string[] {
  if (text === text.toUpperCase()) return [];
  const runs: string[] = [];
  for (const sentence of text.split(/[.!?:;¿¡…\n"“”„«»]+/u)) {
    // Many people capitalise superlatives such as "am Wichtigsten".
    const inner = sentence
      .trim()
      .replace(/^\S+\s*/, '')
      .replace(SUPERLATIVE, ' ');
    for (const [run] of inner.matchAll(
      /(?<![\p{L}\p{N}'’-])\p{Lu}[\p{L}\p{M}\p{N}]+(?:[ -]\p{Lu}[\p{L}\p{M}\p{N}]+)*/gu,
    ))
      runs.push(run);
  }
  return runs;
}

/**
 * A topic does not begin or end with a word that says nothing, and is none; too long a run of words is none either. An
 * English noun comes last, so that a phrase whose noun says nothing is about nothing.
 */
function withoutStopWords(noun: string, language: Language | undefined): string {
  const words = noun.split(/\s+/).filter(Boolean);
  const stops = (word: string | undefined): boolean =>
    word !== undefined && !wordsOf(word).some((part) => meaningful(part, language));
  if (language === 'en' && stops(words.at(-1))) return '';
  while (stops(words[0])) words.shift();
  while (stops(words.at(-1))) words.pop();
  return words.length <= WORDS_MAX ? words.join(' ') : '';
}

/** Whether a word, or a hashtag's words, can be a topic. */
const meaningful = (text: string, language: Language | undefined): boolean =>
  wordsOf(text).some(
    (word) => /\p{L}/u.test(word) && !isStopWord(folded(word), language) && !isFiller(folded(word), language),
  );
