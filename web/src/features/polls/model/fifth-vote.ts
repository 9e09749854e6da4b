import { useSyncExternalStore } from 'react';
import { readItem, writeItem } from '../../../lib/storage';
import { createStore } from '../../../lib/store';

/** Strokes of a tally mark. */
const STROKES = 5;
/** Local storage key: how many votes have been cast on this browser. Only a count, never on which poll or for what. */
const KEY = 'inkling_votes_cast';

/** Polls whose vote has completed a tally mark since this page was loaded. */
const completed = createStore<ReadonlySet<number>>(new Set());
/** The count where storage is refused; it lasts as long as the page. */
let unstored = 0;

function raise(): number {
  const count = (Number(readItem(KEY)) || unstored) + 1;
  if (!writeItem(KEY, String(count))) unstored = count;
  return count;
}

/** Counts a vote that the server has recorded; every fifth completes a tally mark. */
export function noteVote(pollId: number): void {
  if (raise() % STROKES === 0) completed.set(new Set([...completed.get(), pollId]));
}

/** Whether the viewer's vote on this poll has completed a tally mark. */
export const useFifthVote = (pollId: number): boolean =>
  useSyncExternalStore(completed.subscribe, () => completed.get().has(pollId));
