import { useSyncExternalStore } from 'react';
import { STORAGE_PENDING_VOTE } from '@inkling/contracts/constants';

/** A choice that a visitor made before signing in. It stays on this device until it is cast, discarded or too old. */
export interface PendingVote {
  readonly pollId: number;
  /** Index of the chosen option. */
  readonly option: number;
  readonly optionText: string;
  readonly question: string;
  /** Milliseconds, by this device's clock. */
  readonly chosenAt: number;
  /** The first user who signed in after the choice; from then on it is nobody else's. */
  readonly userId: number | null;
}

/** Milliseconds that a choice is kept. */
export const PENDING_VOTE_MS = 3_600_000;

const listeners = new Set<() => void>();

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1_000;

function parse(text: string | null): PendingVote | null {
  try {
    const vote = JSON.parse(text ?? 'null') as PendingVote | null;
    if (!vote || !Number.isSafeInteger(vote.pollId) || !Number.isSafeInteger(vote.option) || vote.option < 0)
      return null;
    return isText(vote.optionText) && isText(vote.question) && Number.isFinite(vote.chosenAt) ? vote : null;
  } catch {
    return null;
  }
}

/** A choice from the future means that the clock was set back, and then its age is unknown. */
const isFresh = ({ chosenAt }: PendingVote, now: number): boolean =>
  chosenAt <= now && now - chosenAt < PENDING_VOTE_MS;

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_PENDING_VOTE);
  } catch {
    return null;
  }
}

function store(vote: PendingVote | null): void {
  try {
    if (vote) localStorage.setItem(STORAGE_PENDING_VOTE, JSON.stringify(vote));
    else localStorage.removeItem(STORAGE_PENDING_VOTE);
  } catch {
    // A private window can refuse storage; the visitor then votes after signing in.
  }
  for (const listener of listeners) listener();
}

/** The choice that waits on this device, or null; one that is too old is forgotten. */
export function pendingVote(now = Date.now()): PendingVote | null {
  const text = stored();
  if (text === null) return null;
  const vote = parse(text);
  if (vote && isFresh(vote, now)) return vote;
  store(null);
  return null;
}

/** Keeps a visitor's choice in the place of an earlier one. */
export function keepPendingVote(vote: Omit<PendingVote, 'chosenAt' | 'userId'>): void {
  store({ ...vote, chosenAt: Date.now(), userId: null });
}

/** Makes the choice this user's, or forgets it when it is another's. @returns the choice when it is this user's */
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

/** Forgets the choice; with a poll's id only when it is for that poll. */
export function dropPendingVote(pollId?: number): void {
  if (stored() !== null && (pollId === undefined || pendingVote()?.pollId === pollId)) store(null);
}

let snapshot: { text: string | null; vote: PendingVote | null } = { text: null, vote: null };

function current(): PendingVote | null {
  const text = stored();
  if (text !== snapshot.text) {
    const vote = parse(text);
    snapshot = { text, vote: vote && isFresh(vote, Date.now()) ? vote : null };
  }
  return snapshot.vote;
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
export const usePendingVote = (): PendingVote | null => useSyncExternalStore(subscribe, current);
