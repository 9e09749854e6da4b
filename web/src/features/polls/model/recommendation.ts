import type { Poll } from '@inkling/contracts';
import type { IconName } from '../../../components/ui/icon';
import { t, termOf } from '../../../lib/i18n';
import '../../../lib/i18n/poll-strings';

export type Reason = NonNullable<Poll['recommendationReason']>;

/** Most topics in the tooltip. */
const TOPICS_SHOWN = 3;

const ICONS: Record<Reason, IconName> = {
  similarToLiked: 'heart',
  trending: 'trending',
  timeRelevant: 'clock',
  seasonality: 'calendar',
  mood: 'smile',
  context: 'tag',
  suggested: 'bookmark',
};

/**
 * Why a poll is recommended, the strongest reason first; null for other polls. The server's reason wins; the flags
 * serve where an answer lacks it.
 */
export function reasonOf(
  poll: Pick<
    Poll,
    | 'recommendationReason'
    | 'isRecommended'
    | 'similarToLiked'
    | 'trending'
    | 'timeRelevant'
    | 'seasonality'
    | 'mood'
    | 'context'
  >,
): Reason | null {
  if (poll.recommendationReason) return poll.recommendationReason;
  if (!poll.isRecommended) return null;
  if (poll.similarToLiked) return 'similarToLiked';
  if (poll.trending) return 'trending';
  if (poll.timeRelevant) return 'timeRelevant';
  if (poll.seasonality) return 'seasonality';
  if (poll.mood) return 'mood';
  return poll.context ? 'context' : 'suggested';
}

/** The text of the badge and its tooltip. */
export interface Recommendation {
  icon: IconName;
  label: string;
  text: string;
  /** At most three. */
  topics: string[];
}

/** The badge of a recommended poll; null for any other. */
export function recommendationOf(poll: Poll): Recommendation | null {
  const reason = reasonOf(poll);
  if (!reason) return null;
  const vars = { season: termOf(poll.seasonality), mood: termOf(poll.mood), context: termOf(poll.context) };
  return {
    icon: ICONS[reason],
    label: t(`polls.reason_${reason}`),
    text: t(`polls.why_${reason}`, vars),
    topics: poll.topics.slice(0, TOPICS_SHOWN),
  };
}
