import type { RECOMMENDATION_REASONS } from '@inkling/contracts';

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

/** What a viewer likes, by the polls that they liked lately; and what they need not be shown again. */
export interface Taste {
  readonly topics: ReadonlySet<string>;
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

/** The strongest reason that holds; undefined for a viewer of whom nothing is known and a poll that nothing speaks for. */
function reasonFor(poll: Suggestible, taste: Taste): Reason | undefined {
  if (poll.topics.some((topic) => taste.topics.has(topic))) return 'similarToLiked';
  if (poll.trending) return 'trending';
  if (poll.endsSoon) return 'timeRelevant';
  if (poll.inSeason) return 'seasonality';
  if (poll.mood !== null && taste.moods.has(poll.mood)) return 'mood';
  if (poll.context !== null && taste.contexts.has(poll.context)) return 'context';
  return taste.topics.size + taste.moods.size + taste.contexts.size > 0 ? 'suggested' : undefined;
}

const RANK: Readonly<Record<Reason, number>> = { similarToLiked: 0, trending: 1, timeRelevant: 2, seasonality: 3, mood: 4, context: 5, suggested: 6 };

/**
 * The polls that may interest a viewer most: by reason, then in the order given (by recent activity). Never their own,
 * never one they know, and of each author one.
 * @param polls the most active first
 * @param max how many at most
 */
export function recommend<C extends Suggestible>(polls: readonly C[], viewerId: number, taste: Taste, max: number): Suggestion<C>[] {
  const authors = new Set<number>([viewerId]);
  return polls
    .flatMap((poll) => {
      const reason = taste.known.has(poll.pollId) || poll.authorId === viewerId ? undefined : reasonFor(poll, taste);
      return reason ? [{ poll, reason, similarToLiked: reason === 'similarToLiked' }] : [];
    })
    .toSorted((a, b) => RANK[a.reason] - RANK[b.reason])
    .filter(({ poll }) => !authors.has(poll.authorId) && authors.add(poll.authorId))
    .slice(0, max);
}
