import { SOMEONE } from '../projections/profile-projection.js';

/** The sentences of pushes, in the wording of the notifications page (docs/product.md#notifications). */

const others = (count: number): string => (count === 1 ? '1 other' : `${count} others`);
const people = (name: string, count: number): string => (count > 1 ? `${name} and ${others(count - 1)}` : name);

export interface PushWords {
  readonly title: string;
  readonly body: string;
}

/** @param name of the voter whom the notification names; null when it names nobody */
export function voteWords(name: string | null, count: number, question: string): PushWords {
  const subject = name === null ? (count === 1 ? SOMEONE : `${count} people`) : people(name, count);
  return { title: count === 1 ? 'New vote' : 'New votes', body: `${subject} voted on your poll "${question}"` };
}

export const likeWords = (name: string, count: number, question: string): PushWords => ({
  title: 'New like',
  body: `${people(name, count)} liked your poll "${question}"`,
});

export const commentWords = (name: string, comment: string): PushWords => ({
  title: 'New comment',
  body: `${name} commented on your poll: "${comment}"`,
});

export const followWords = (name: string): PushWords => ({
  title: 'New follower',
  body: `${name} started following you`,
});

/** @param leaders texts of the options that lead; several in a tie, none without votes */
export function endedWords(own: boolean, question: string, leaders: readonly string[]): PushWords {
  const ended = `${own ? 'Your poll' : 'The poll'} "${question}" has ended`;
  const [leader, other] = leaders;
  if (leader === undefined) return { title: 'Poll ended', body: `${ended}. See the results.` };
  const result = other === undefined ? `. "${leader}" won.` : ` in a tie: ${leaders.join(', ')}.`;
  return { title: 'Poll ended', body: ended + result };
}

export const newPollWords = (name: string, question: string): PushWords => ({
  title: 'New poll',
  body: `${name} asked: "${question}"`,
});

export const moderationWords = ({ reason }: { reason: string }): PushWords => ({
  title: 'Your account is suspended',
  body: reason,
});

export const testWords = (name: string): PushWords => ({
  title: 'Test notification',
  body: `${name} sent you a test notification`,
});
