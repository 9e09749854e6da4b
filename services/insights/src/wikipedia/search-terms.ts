import { conceptsIn } from '../classification/concepts/concept-index.js';
import { englishNouns } from '../classification/english-nouns.js';
import { capitalised, hashtags, withoutAddresses } from '../classification/lexicon-topics.js';
import { isAnswerWord } from '../classification/words/answers.js';
import { isFiller } from '../classification/words/fillers.js';
import { folded, isStopWord, wordsOf, type Language } from '../classification/words/vocabulary.js';
import type { PollText } from '../polls/poll-lookup.js';
import { latinLanguageOf } from './poll-language.js';

/** Titles asked for at once. */
const TERMS_MAX = 8;
/** Of these at most so many come from the question, so that there is room for what one chooses from. */
const FROM_QUESTION = 4;
const WORDS_MAX = 3;
const TERM_MAX = 60;

/**
 * What a poll names, as titles of articles, the surest first. Addresses, @names and numbers never become one, and
 * nothing is left in a term that a wiki would read as an instruction: no colon, bracket, quotation mark or bar.
 */
export async function searchTerms(poll: PollText, wiki: string): Promise<string[]> {
  const language = latinLanguageOf(poll);
  const asked = (await namedIn(poll.question, language)).slice(0, FROM_QUESTION);
  const offered: string[] = [];
  for (const option of poll.options) {
    const text = withoutAddresses(option);
    // An option of few words is itself what one looks up; a sentence only names something.
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

/** Hashtags, then phrases around a noun, then the concepts that are in none of them. */
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

/** Arabic writes the article as one word with the noun, and names its articles without. */
const withoutArticle = (term: string): string => term.replace(/^(?:وال|بال|فال|كال|لل|ال)(?=\p{L}{3})/u, '');

function saysSomething(term: string, language: Language | undefined): boolean {
  const words = wordsOf(term);
  if (words.length === 0 || words.length > WORDS_MAX || term.length > TERM_MAX) return false;
  const means = (word: string): boolean => !isStopWord(folded(word), language) && !isFiller(folded(word), language);
  return (
    !isAnswerWord(term) && words.some((word) => /\p{L}{2}|[\p{Script=Han}\p{Script=Hangul}]/u.test(word) && means(word))
  );
}
