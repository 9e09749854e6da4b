import { useSyncExternalStore } from 'react';

/** Strokes of a tally mark. */
const STROKES = 5;
/** Local storage key: how many votes have been cast on this browser. Only a count; never on what, or for what. */
const KEY = 'inkling_votes_cast';

/** Polls whose vote has completed a tally mark since this page was loaded. */
const completed = new Set<number>();
const listeners = new Set<() => void>();
let unkept = 0;

function raise(): number {
  try {
    const count = (Number(localStorage.getItem(KEY)) || 0) + 1;
    localStorage.setItem(KEY, String(count));
    return count;
  } catch {
    // Private windows can refuse storage; the count then lasts as long as the page.
    return ++unkept;
  }
}

/** Notes a vote that has been counted; every fifth completes a tally mark (visual language, feel). */
export function noteVote(pollId: number): void {
  if (raise() % STROKES !== 0) return;
  completed.add(pollId);
  for (const listener of listeners) listener();
}

/** Whether one's vote on this poll has completed a tally mark. */
export function useFifthVote(pollId: number): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => completed.has(pollId),
  );
}
