import { useState } from 'react';
import { storedUserId } from '../../../lib/storage';

const NONE: readonly number[] = [];
/** By viewer and poll. It outlives the card, which may scroll away, and comes back when a vote is refused. */
const drafts = new Map<string, readonly number[]>();

/** What the viewer has chosen on a poll and not sent yet. */
export function useBallotDraft(pollId: number): [readonly number[], (choices: readonly number[]) => void] {
  const key = `${storedUserId() ?? ''}/${pollId}`;
  const [choices, setChoices] = useState(drafts.get(key) ?? NONE);
  return [
    choices,
    (next) => {
      drafts.set(key, next);
      setChoices(next);
    },
  ];
}
