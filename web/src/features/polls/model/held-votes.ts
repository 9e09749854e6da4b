import { useSyncExternalStore } from 'react';
import { beforeLogout } from '../../../lib/session';
import { createStore } from '../../../lib/store';

/** Milliseconds in which a vote can be taken back. */
export const HOLD_MS = 4_000;

/** A vote that is not sent yet. */
export interface HeldVote {
  readonly choices: readonly number[];
  /** Milliseconds since the page began, at which it is sent. */
  readonly sentAt: number;
}

interface Held extends HeldVote {
  readonly send: (leaving: boolean) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** By poll id. Outside the cards, because a card can scroll away while its vote is held. */
const votes = createStore<ReadonlyMap<number, Held>>(new Map());

function take(pollId: number): Held | undefined {
  const held = votes.get().get(pollId);
  if (!held) return undefined;
  clearTimeout(held.timer);
  const rest = new Map(votes.get());
  rest.delete(pollId);
  votes.set(rest);
  return held;
}

const send = (pollId: number, leaving: boolean) => take(pollId)?.send(leaving);
/** Leaving the page sends held votes. A sent vote is no longer held, so it cannot be sent twice. */
const sendAll = (leaving: boolean) => {
  for (const pollId of votes.get().keys()) send(pollId, leaving);
};

let watching = false;
function watchLeaving(): void {
  if (watching) return;
  watching = true;
  const leave = () => sendAll(true);
  window.addEventListener('pagehide', leave);
  // The last event that phones give to a page that they close later.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave());
  beforeLogout(async () => sendAll(false));
}

/**
 * Holds a vote for a moment, then sends it. It replaces one that is held on the same poll.
 * @param sends called once, unless the vote is taken back; `leaving` says that the page is being closed
 */
export function holdVote(pollId: number, choices: readonly number[], sends: (leaving: boolean) => void): void {
  watchLeaving();
  take(pollId);
  const timer = setTimeout(() => send(pollId, false), HOLD_MS);
  votes.set(new Map(votes.get()).set(pollId, { choices, sentAt: performance.now() + HOLD_MS, send: sends, timer }));
}

/** Takes a held vote back. @returns false when none is held any more */
export const takeVoteBack = (pollId: number): boolean => take(pollId) !== undefined;

/** The held vote on a poll; undefined while there is none. */
export const useHeldVote = (pollId: number): HeldVote | undefined =>
  useSyncExternalStore(votes.subscribe, () => votes.get().get(pollId));
