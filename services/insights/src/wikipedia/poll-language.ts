import { conceptsIn } from '../classification/concepts/concept-index.js';
import { isMostlyLatin, languageByScript } from '../classification/words/scripts.js';
import { folded, languageOf, wordsOf, type Language } from '../classification/words/vocabulary.js';
import type { PollWording } from '../polls/poll-lookup.js';

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
