import { useMemo, useSyncExternalStore } from 'react';
import { POLL_OPTIONS_MAX, STORAGE_PENDING_VOTE } from '@inkling/contracts/constants';
import { readItem, writeItem } from '../storage';

/** A choice that a visitor made before signing in. It stays on this device until it is cast, discarded or too old. */
export interface PendingVote {
  readonly pollId: number;
  /** Indexes of the chosen options, the first choice first. */
  readonly choices: readonly number[];
  /** The chosen options in words. */
  readonly optionText: string;
  readonly question: string;
  /** Milliseconds, by this device's clock. */
  readonly chosenAt: number;
  /** The first user who signed in after the choice; from then on it belongs to them alone. */
  readonly userId: number | null;
}

/** Milliseconds that a choice is kept. */
export const PENDING_VOTE_MS = 3_600_000;

const listeners = new Set<() => void>();

const areChoices = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= POLL_OPTIONS_MAX &&
  value.every((index) => Number.isSafeInteger(index) && index >= 0);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1_000;

function parse(text: string | null): PendingVote | null {
  try {
    const vote = JSON.parse(text ?? 'null') as PendingVote | null;
    if (!vote || !Number.isSafeInteger(vote.pollId) || !areChoices(vote.choices)) return null;
    return isText(vote.optionText) && isText(vote.question) && Number.isFinite(vote.chosenAt) ? vote : null;
  } catch {
    return null;
  }
}

/** A choice from the future means that the clock was set back, which makes its age unknown. */
function freshVote(text: string | null, now = Date.now()): PendingVote | null {
  const vote = parse(text);
  return vote && vote.chosenAt <= now && now - vote.chosenAt < PENDING_VOTE_MS ? vote : null;
}

const stored = (): string | null => readItem(STORAGE_PENDING_VOTE);

/** Without storage the visitor votes after signing in. */
function store(vote: PendingVote | null): void {
  writeItem(STORAGE_PENDING_VOTE, vote && JSON.stringify(vote));
  for (const listener of listeners) listener();
}

/** The choice that waits on this device, or null; one that is too old is deleted. */
export function pendingVote(now = Date.now()): PendingVote | null {
  const text = stored();
  if (text === null) return null;
  const vote = freshVote(text, now);
  if (!vote) store(null);
  return vote;
}

/** Stores a visitor's choice, replacing an earlier one. */
export function keepPendingVote(vote: Omit<PendingVote, 'chosenAt' | 'userId'>): void {
  store({ ...vote, chosenAt: Date.now(), userId: null });
}

/**
 * Assigns the choice to this user, or deletes it when it is another user's. @returns the choice when it is this user's
 */
export function claimPendingVote(userId: number): PendingVote | null {
  const vote = pendingVote();
  if (!vote) return null;
  if (vote.userId !== null && vote.userId !== userId) {
    store(null);
    return null;
  }
  if (vote.userId === null) store({ ...vote, userId });
  return { ...vote, userId };
}

/** Deletes the choice; with a poll's id only when it is for that poll. */
export function dropPendingVote(pollId?: number): void {
  if (stored() !== null && (pollId === undefined || pendingVote()?.pollId === pollId)) store(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The choice that waits on this device; also follows other tabs. */
export function usePendingVote(): PendingVote | null {
  const text = useSyncExternalStore(subscribe, stored);
  return useMemo(() => freshVote(text), [text]);
}
