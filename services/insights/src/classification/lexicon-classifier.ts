import { Injectable } from '@nestjs/common';
import type { PollWording } from '../polls/poll-lookup.js';
import type { Classification } from './classification.js';
import type { FoundConcept } from './concepts/concept-index.js';
import { OTHER_MOODS, OTHER_SEASONS } from './concepts/other-scripts.js';
import { matchesIn, strongest, type Match } from './label-matches.js';
import { lexiconTopics } from './lexicon-topics.js';
import { sentimentOf } from './sentiment.js';
import { clearLanguage } from './words/clear-language.js';
import type { Context, Mood } from './words/language-words.js';
import { folded, languageOf, vocabulary, wordsOf, type Language } from './words/vocabulary.js';

/** The question counts more than an option. */
const QUESTION_WEIGHT = 2;
/** The compound score of VADER from which a sentiment is clear. */
const CLEAR = 0.5;
/** Polls ask for the best of something, which is no sentiment. */
const RATING = /\b(?:best|better|favou?rite|win|wins|winner|like|prefer|good|great|top|right|fresh|free)\b/gi;

/**
 * Labels polls without a model: by word lists in five languages, concepts in eight, and nouns and sentiment in English.
 * It yields to the event loop before each poll, so that a long queue does not delay other work.
 */
@Injectable()
export class LexiconClassifier {
  async classify({ question, options }: PollWording): Promise<Classification> {
    await new Promise((resolve) => setImmediate(resolve));
    const [asked, ...offered] = [question, ...options].map((text) => wordsOf(text).map(folded)) as [
      string[],
      ...string[][],
    ];
    const language = languageOf([asked, ...offered].flat());
    const words = vocabulary(language);
    const weigh = <L extends string>(find: (tokens: readonly string[]) => Match<L>[]) => [
      ...find(asked).map((match) => ({ match, weight: QUESTION_WEIGHT })),
      ...offered.flatMap(find).map((match) => ({ match, weight: 1 })),
    ];
    const { topics, concepts } = await lexiconTopics({ question, options }, language);
    const whole = [question, ...options].join(' \n ');
    return {
      topics,
      mood: moodOf(
        question,
        strongest(matchesIn(asked, words.moods).map((match) => ({ match, weight: 1 }))) ??
          labelInOtherScript(question, OTHER_MOODS),
        language,
      ),
      context:
        strongest(weigh((tokens) => matchesIn(tokens, words.contexts))) ?? contextOf(concepts.asked, concepts.offered),
      seasonality:
        strongest(weigh((tokens) => matchesIn(tokens, words.seasons))) ?? labelInOtherScript(whole, OTHER_SEASONS),
      language: clearLanguage(question, options),
      classifier: 'lexicon',
    };
  }
}

/** The most frequent context of a poll's concepts. */
function contextOf(asked: readonly FoundConcept[], offered: readonly FoundConcept[]): Context | null {
  const weighted = (concepts: readonly FoundConcept[], weight: number) =>
    concepts.flatMap(({ context, at, length }) =>
      context ? [{ match: { labels: [context], at, length }, weight }] : [],
    );
  return strongest([...weighted(asked, QUESTION_WEIGHT), ...weighted(offered, 1)]);
}

/** The first label with a word that occurs in the text. */
function labelInOtherScript<L extends string>(text: string, words: Readonly<Record<L, readonly string[]>>): L | null {
  const composed = text.normalize('NFC');
  return (
    (Object.keys(words) as L[]).find((label) =>
      words[label].some((word) => composed.includes(word.normalize('NFC'))),
    ) ?? null
  );
}

/** The mood of the words, else the sentiment of an English question. A clear sentiment overrides `curious`. */
function moodOf(question: string, spoken: Mood | null, language: Language | undefined): Mood | null {
  if (language !== 'en' || (spoken !== null && spoken !== 'curious')) return spoken;
  const sentiment = sentimentOf(question.replace(RATING, ' '));
  if (sentiment <= -CLEAR) return 'critical';
  if (sentiment >= CLEAR && spoken === null) return 'hopeful';
  return spoken;
}
