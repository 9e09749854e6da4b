import type { Notification } from '@inkling/contracts';
import { t, type MessageKey } from '../../../lib/i18n';
import '../strings';

/** The subject of the sentence: `name` may be a person's and is bold with its own direction; `rest` follows it. */
export interface Who {
  name: string;
  rest: string;
}

/** The subject of a notification. For votes it names nobody until enough have voted (ADR 5). */
export function whoOf({ actor, count }: Pick<Notification, 'actor' | 'count'>): Who {
  if (actor)
    return { name: actor.name, rest: count > 1 ? ` ${t('notifications.andOthers', { count: count - 1 })}` : '' };
  return { name: count > 1 ? t('notifications.people', { count }) : t('notifications.someone'), rest: '' };
}

/** The sentence of a notification; its parts are {who}, {question}, {leaders} and {comment}. */
export function sentenceOf({ type, poll, comment }: Pick<Notification, 'type' | 'poll' | 'comment'>): MessageKey {
  switch (type) {
    case 'vote':
      return poll ? 'notifications.voted' : 'notifications.votedSome';
    case 'like':
      return poll ? 'notifications.liked' : 'notifications.likedSome';
    case 'comment':
      if (comment) return 'notifications.commented';
      return poll ? 'notifications.commentedOn' : 'notifications.commentedSome';
    case 'follow':
      return 'notifications.followed';
    case 'poll_ended':
      if (!poll) return 'notifications.endedSome';
      if (!poll.leaders?.length) return 'notifications.ended';
      return poll.leaders.length > 1 ? 'notifications.endedTied' : 'notifications.endedWon';
    case 'test':
      return 'notifications.test';
    case 'moderation':
      return 'notifications.moderated';
  }
}

/** The link of a notification, or null when there is nothing to open. */
export function targetOf({ poll, actor }: Pick<Notification, 'poll' | 'actor'>): string | null {
  if (poll) return `/poll/${poll.id}`;
  return actor ? `/profile/${actor.id}` : null;
}
