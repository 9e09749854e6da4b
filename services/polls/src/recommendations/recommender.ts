import type { RECOMMENDATION_REASONS } from '@inkling/contracts';
import { topicKey } from './topic-key.js';

export type Reason = (typeof RECOMMENDATION_REASONS)[number];

/** What is known of a poll that may be recommended. */
export interface Suggestible {
  readonly pollId: number;
  readonly authorId: number;
  readonly topics: readonly string[];
  readonly mood: string | null;
  readonly context: string | null;
  readonly trending: boolean;
  /** Ends within a day. */
  readonly endsSoon: boolean;
  /** Is about the present season. */
  readonly inSeason: boolean;
}

/**
 * What a viewer likes, by the polls that they liked lately and the topics that they chose; and what they need not be
 * shown again.
 */
export interface Taste {
  readonly topics: ReadonlySet<string>;
  /** Keys of topics (see topicKey) that they chose themselves. */
  readonly chosen: ReadonlySet<string>;
  readonly moods: ReadonlySet<string>;
  readonly contexts: ReadonlySet<string>;
  /** Polls that they have voted on or liked. */
  readonly known: ReadonlySet<number>;
}

export interface Suggestion<C extends Suggestible = Suggestible> {
  readonly poll: C;
  readonly reason: Reason;
  readonly similarToLiked: boolean;
}

/** Whether the poll is about a topic that the viewer chose. */
const isChosen = (poll: Suggestible, { chosen }: Taste): boolean =>
  chosen.size > 0 && poll.topics.some((topic) => chosen.has(topicKey(topic)));

/**
 * The strongest reason that holds; undefined for a viewer of whom nothing is known and a poll that nothing speaks for.
 */
function reasonFor(poll: Suggestible, taste: Taste): Reason | undefined {
  if (poll.topics.some((topic) => taste.topics.has(topic))) return 'similarToLiked';
  if (isChosen(poll, taste)) return 'suggested';
  if (poll.trending) return 'trending';
  if (poll.endsSoon) return 'timeRelevant';
  if (poll.inSeason) return 'seasonality';
  if (poll.mood !== null && taste.moods.has(poll.mood)) return 'mood';
  if (poll.context !== null && taste.contexts.has(poll.context)) return 'context';
  return taste.chosen.size + taste.topics.size + taste.moods.size + taste.contexts.size > 0 ? 'suggested' : undefined;
}

const RANK: Readonly<Record<Reason, number>> = {
  similarToLiked: 0,
  trending: 1,
  timeRelevant: 2,
  seasonality: 3,
  mood: 4,
  context: 5,
  suggested: 6,
};
/** A chosen topic comes between liked ones and what everyone is shown. */
const CHOSEN_RANK = 0.5;

/**
 * The polls that may interest a viewer most: by reason, then in the order given (by recent activity). Never their own,
 * never one they know, and of each author one.
 * @param polls the most active first
 * @param max how many at most
 */
export function recommend<C extends Suggestible>(
  polls: readonly C[],
  viewerId: number,
  taste: Taste,
  max: number,
): Suggestion<C>[] {
  const authors = new Set<number>([viewerId]);
  return polls
    .flatMap((poll) => {
      const reason = taste.known.has(poll.pollId) || poll.authorId === viewerId ? undefined : reasonFor(poll, taste);
      return reason ? [{ poll, reason, similarToLiked: reason === 'similarToLiked' }] : [];
    })
    .map((suggestion) => ({
      suggestion,
      rank:
        suggestion.reason === 'suggested' && isChosen(suggestion.poll, taste) ? CHOSEN_RANK : RANK[suggestion.reason],
    }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ suggestion }) => suggestion)
    .filter(({ poll }) => !authors.has(poll.authorId) && authors.add(poll.authorId))
    .slice(0, max);
}
