import type { Poll } from '@inkling/contracts';

/** Whether a poll carries chips above its author that say what is special about it. */
export const isMarked = ({ quiz, sealed, visibility }: Pick<Poll, 'quiz' | 'sealed' | 'visibility'>): boolean =>
  quiz !== null || sealed || visibility !== 'public';

/** Its options have pictures: all of them, or none. */
export const hasPictures = ({ options }: Pick<Poll, 'options'>): boolean => options[0]?.image !== undefined;

/** An ordinary poll with one choice. All other polls need the code in `ballots/`, which loads separately. */
export const isPlain = ({ method, quiz, sealed, userAbstained, options }: Poll): boolean =>
  method === 'single' && quiz === null && !sealed && !userAbstained && !hasPictures({ options });
