import { Injectable } from '@nestjs/common';
import type { PollText } from '../polls/poll-lookup.js';
import type { Classification } from './classification.js';
import type { FoundConcept } from './concepts/concept-index.js';
import { OTHER_MOODS, OTHER_SEASONS } from './concepts/other-scripts.js';
import { matchesIn, strongest, type Match } from './label-matches.js';
import { lexiconTopics } from './lexicon-topics.js';
import { sentimentOf } from './sentiment.js';
import type { Context, Mood } from './words/language-words.js';
import { folded, languageOf, vocabulary, wordsOf, type Language } from './words/vocabulary.js';

/** The question says more about a poll than its options. */
const QUESTION_WEIGHT = 2;
/** VADER's compound score from which on a feeling counts as clear. */
const CLEAR = 0.5;
/** Every poll asks for what is best; that is no feeling. */
const RATING = /\b(?:best|better|favou?rite|win|wins|winner|like|prefer|good|great|top|right|fresh|free)\b/gi;

/**
 * Labels without a model: word lists in five languages, concepts in eight, nouns and sentiment for English. It gives
 * the turn back to the event loop before each poll, so that a long queue delays nobody.
 */
@Injectable()
export class LexiconClassifier {
  async classify({ question, options }: PollText): Promise<Classification> {
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
      classifier: 'lexicon',
    };
  }
}

/** The context of most of the concepts that a poll names. */
function contextOf(asked: readonly FoundConcept[], offered: readonly FoundConcept[]): Context | null {
  const weighted = (concepts: readonly FoundConcept[], weight: number) =>
    concepts.flatMap(({ context, at, length }) =>
      context ? [{ match: { labels: [context], at, length }, weight }] : [],
    );
  return strongest([...weighted(asked, QUESTION_WEIGHT), ...weighted(offered, 1)]);
}

/** The first label with a word in the text. */
function labelInOtherScript<L extends string>(text: string, words: Readonly<Record<L, readonly string[]>>): L | null {
  const composed = text.normalize('NFC');
  return (
    (Object.keys(words) as L[]).find((label) =>
      words[label].some((word) => composed.includes(word.normalize('NFC'))),
    ) ?? null
  );
}

/**
 * What the words say, else what the feeling of an English sentence says. Wondering alone gives way to a clear feeling.
 */
function moodOf(question: string, spoken: Mood | null, language: Language | undefined): Mood | null {
  if (language !== 'en' || (spoken !== null && spoken !== 'curious')) return spoken;
  const sentiment = sentimentOf(question.replace(RATING, ' '));
  if (sentiment <= -CLEAR) return 'critical';
  if (sentiment >= CLEAR && spoken === null) return 'hopeful';
  return spoken;
}
