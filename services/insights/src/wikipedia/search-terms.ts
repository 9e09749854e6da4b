import { conceptsIn } from '../classification/concepts/concept-index.js';
import { englishNouns } from '../classification/english-nouns.js';
import { capitalised, hashtags, withoutAddresses } from '../classification/lexicon-topics.js';
import { isAnswerWord } from '../classification/words/answers.js';
import { isFiller } from '../classification/words/fillers.js';
import { folded, isStopWord, wordsOf, type Language } from '../classification/words/vocabulary.js';
import type { PollWording } from '../polls/poll-lookup.js';
import { latinLanguageOf } from './poll-language.js';

/** Titles in one request. */
const TERMS_MAX = 8;
/** At most this many terms come from the question, so that there is room for the options. */
const FROM_QUESTION = 4;
const WORDS_MAX = 3;
const TERM_MAX = 60;

/**
 * Likely titles of articles about a poll, the most certain first. Addresses, @names and numbers never become terms, and
 * terms contain no characters with a meaning in wiki searches: no colons, brackets, quotation marks or bars.
 */
export async function searchTerms(poll: PollWording, wiki: string): Promise<string[]> {
  const language = latinLanguageOf(poll);
  const asked = (await namedIn(poll.question, language)).slice(0, FROM_QUESTION);
  const offered: string[] = [];
  for (const option of poll.options) {
    const text = withoutAddresses(option);
    // A short option is a term itself; a longer one contains terms.
    offered.push(...(wordsOf(text).length <= WORDS_MAX ? [text] : []), ...(await namedIn(option, language)));
  }
  const terms = new Map<string, string>();
  for (const candidate of [...asked, ...offered]) {
    if (terms.size >= TERMS_MAX) break;
    const term = wiki === 'ar' ? withoutArticle(tidy(candidate)) : tidy(candidate);
    if (saysSomething(term, wiki === language ? language : undefined))
      terms.set(folded(term), terms.get(folded(term)) ?? term);
  }
  return [...terms.values()];
}

/** Hashtags, then noun phrases, then concepts that are not among the phrases. */
async function namedIn(original: string, language: Language | undefined): Promise<string[]> {
  const text = withoutAddresses(original);
  const spoken = text.replace(/[#＃][\p{L}\p{M}\p{N}_]+/gu, ' ');
  const phrases =
    language === 'en'
      ? (await englishNouns(spoken)).filter((noun) => wordsOf(noun).length <= WORDS_MAX)
      : capitalised(spoken);
  const concepts = conceptsIn(spoken, language).map(({ written }) => written);
  const inPhrase = (concept: string): boolean => phrases.some((phrase) => folded(phrase) === folded(concept));
  return [...hashtags(text), ...phrases, ...concepts.filter((concept) => !inPhrase(concept))];
}

const tidy = (candidate: string): string =>
  candidate
    .normalize('NFC')
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}'’. -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');

/** In Arabic the definite article is part of the word, but not of titles. */
const withoutArticle = (term: string): string => term.replace(/^(?:وال|بال|فال|كال|لل|ال)(?=\p{L}{3})/u, '');

function saysSomething(term: string, language: Language | undefined): boolean {
  const words = wordsOf(term);
  if (words.length === 0 || words.length > WORDS_MAX || term.length > TERM_MAX) return false;
  const means = (word: string): boolean => !isStopWord(folded(word), language) && !isFiller(folded(word), language);
  return (
    !isAnswerWord(term) && words.some((word) => /\p{L}{2}|[\p{Script=Han}\p{Script=Hangul}]/u.test(word) && means(word))
  );
}
