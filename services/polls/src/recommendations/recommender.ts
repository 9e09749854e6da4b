import type { RECOMMENDATION_REASONS } from '@inkling/contracts';

export type Reason = (typeof RECOMMENDATION_REASONS)[number];

/** A poll that may be recommended. */
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

/** What a viewer likes, from recent likes and chosen topics, and which polls they know already. */
export interface Taste {
  readonly topics: ReadonlySet<string>;
  /** Keys (see topicKey) of the topics that the viewer chose. */
  readonly chosen: ReadonlySet<string>;
  readonly moods: ReadonlySet<string>;
  readonly contexts: ReadonlySet<string>;
  /** Polls that the viewer has voted on or liked, or whose author they do not see. */
  readonly known: ReadonlySet<number>;
}

export interface Suggestion<C extends Suggestible = Suggestible> {
  readonly poll: C;
  readonly reason: Reason;
  readonly similarToLiked: boolean;
}

/** The form in which topics are compared: "Night trains" and "#NightTrains" have the same key. */
export const topicKey = (topic: string): string =>
  topic
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .toLowerCase();

/** The poll is about a topic that the viewer chose. */
const isChosen = (poll: Suggestible, { chosen }: Taste): boolean =>
  chosen.size > 0 && poll.topics.some((topic) => chosen.has(topicKey(topic)));

/** The strongest reason that holds. Undefined when there is none and the viewer's taste is unknown. */
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
/** A chosen topic ranks after liked ones and before what everyone is shown. */
const CHOSEN_RANK = 0.5;

/**
 * The polls that may interest a viewer most, by reason and then in the given order. Never the viewer's own polls, never
 * known ones, and at most one of each author.
 * @param polls the most active first
 * @param max number of suggestions at most
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
