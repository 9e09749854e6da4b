/** The sentences of pushes, in the wording of the notices page (spec 2, /notifications; decisions, Anonymity). */

const others = (count: number): string => (count === 1 ? '1 other' : `${count} others`);
const who = (name: string, count: number): string => (count > 1 ? `${name} and ${others(count - 1)}` : name);

/** For an actor whose profile has not arrived. */
export const SOMEONE = 'Someone';

export interface PushWords {
  readonly title: string;
  readonly body: string;
}

/** @param name only of the one whom the notice names; null for nobody */
export function voteWords(name: string | null, count: number, question: string): PushWords {
  const subject = name === null ? (count === 1 ? SOMEONE : `${count} people`) : who(name, count);
  return { title: count === 1 ? 'New vote' : 'New votes', body: `${subject} voted on your poll "${question}"` };
}

export const likeWords = (name: string, count: number, question: string): PushWords => ({
  title: 'New like',
  body: `${who(name, count)} liked your poll "${question}"`,
});

export const commentWords = (name: string, comment: string): PushWords => ({
  title: 'New comment',
  body: `${name} commented on your poll: "${comment}"`,
});

export const followWords = (name: string): PushWords => ({
  title: 'New follower',
  body: `${name} started following you`,
});

export const endedWords = (own: boolean, question: string): PushWords => ({
  title: 'Poll ended',
  body: `${own ? 'Your poll' : 'The poll'} "${question}" has ended. See the results.`,
});

export const newPollWords = (name: string, question: string): PushWords => ({
  title: 'New poll',
  body: `${name} asked: "${question}"`,
});
