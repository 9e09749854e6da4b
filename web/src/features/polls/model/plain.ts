import type { Poll } from '@inkling/contracts';

/** Whether a poll carries chips above its author that say what is special about it. */
export const isMarked = ({ quiz, sealed, visibility }: Pick<Poll, 'quiz' | 'sealed' | 'visibility'>): boolean =>
  quiz !== null || sealed || visibility !== 'public';

/** An ordinary poll with one choice. All other polls need the code in `ballots/`, which loads separately. */
export const isPlain = ({ method, quiz, sealed, userAbstained }: Poll): boolean =>
  method === 'single' && quiz === null && !sealed && !userAbstained;
