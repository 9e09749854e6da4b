import { useSyncExternalStore } from 'react';
import type { Poll } from '@inkling/contracts';

/** What the share sheet says about a poll. */
export type SharedPoll = Pick<Poll, 'id' | 'question' | 'options' | 'media' | 'endDate' | 'user'> & {
  /** It has just been published by the person who shares it. */
  published: boolean;
};

let shared: SharedPoll | null = null;
const listeners = new Set<() => void>();

function set(next: SharedPoll | null): void {
  if (next === shared) return;
  shared = next;
  for (const listener of listeners) listener();
}

/** Opens the share sheet for a poll. */
export const openShare = ({ id, question, options, media, endDate, user }: Poll, published = false): void =>
  set({ id, question, options, media, endDate, user, published });

/** Closes the share sheet. */
export const closeShare = (): void => set(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The poll whose share sheet is open, or null. */
export const useSharedPoll = (): SharedPoll | null => useSyncExternalStore(subscribe, () => shared);
