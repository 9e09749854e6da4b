import type { Poll } from '@inkling/contracts';
import { createStore, useStore } from './store';

/** The part of a poll that the share sheet needs. */
export type SharedPoll = Pick<Poll, 'id' | 'question' | 'options' | 'media' | 'endDate' | 'user' | 'visibility'> & {
  /** The person sharing it has just published it. */
  published: boolean;
};

const shared = createStore<SharedPoll | null>(null);

/** Opens the share sheet for a poll. */
export const openShare = (poll: Poll, published = false): void => {
  const { id, question, options, media, endDate, user, visibility } = poll;
  shared.set({ id, question, options, media, endDate, user, visibility, published });
};

/** Closes the share sheet. */
export const closeShare = (): void => shared.set(null);

/** The poll whose share sheet is open, or null. */
export const useSharedPoll = (): SharedPoll | null => useStore(shared);
