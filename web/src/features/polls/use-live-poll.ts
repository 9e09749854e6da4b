import { useEffect, useRef, useState, type RefObject } from 'react';
import { observe } from 'react-intersection-observer';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { bindSession, live } from '../../lib/realtime';
import { serverNow } from '../../lib/server-clock';
import { hasEnded } from '../../lib/time';
import { refreshPoll } from './api/read-poll';
import type { TallyFrame } from './cache/merge-poll';
import { pollStore } from './cache/poll-store';
import { bufferTallies } from './cache/tally-buffer';

/** After a lost connection everyone reconnects at once; their reads are spread over this many milliseconds. */
const SPREAD_MS = 2_000;

/** Distance from the screen within which a card is followed. */
const NEAR = '200px 0px';
/** Milliseconds that a card must stay there, so that scrolling past one sends nothing to the server. */
const REST_MS = 300;

const bound = new WeakSet<QueryClient>();

/**
 * Milliseconds before its end in which counts of a poll prove no vote: at the end everyone gets them, and clocks
 * differ.
 */
const END_MS = 60_000;

/**
 * Counts go only to viewers who may see them: for a poll without a vote here they prove a vote from another tab or
 * device.
 */
function tellsOfVote(client: QueryClient, { pollId, options }: TallyFrame): boolean {
  const store = pollStore(client);
  const known = options && store.truth(pollId);
  return (
    known?.userVoted === false &&
    !known.resultsVisible &&
    !store.isVoting(pollId) &&
    !hasEnded(known.endDate, serverNow() + END_MS)
  );
}

/** Brings live frames into the poll store. Tallies alone change counts; polls are read again only after a reconnect. */
function bindPolls(client: QueryClient): void {
  if (bound.has(client)) return;
  bound.add(client);
  bindSession(client);
  const take = bufferTallies(client);
  live.onFrame((frame) => {
    // The server sends nothing of this poll any more.
    if (frame.type === 'error' && frame.pollId !== undefined) void refreshPoll(client, frame.pollId);
    if (frame.type !== 'poll_vote' && frame.type !== 'poll_update') return;
    if (tellsOfVote(client, frame)) void refreshPoll(client, frame.pollId);
    take(frame);
  });
  live.onReconnect((pollIds) => {
    for (const id of pollIds) setTimeout(() => void refreshPoll(client, id), Math.random() * SPREAD_MS);
  });
}

/** Follows a poll's counts while `visible`. */
export function useLivePoll(pollId: number, visible: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!visible || pollId <= 0) return undefined;
    bindPolls(client);
    return live.watch(pollId);
  }, [client, pollId, visible]);
}

/**
 * Follows a poll's counts while its card is near the screen.
 * @param asks whether the caller needs the result: a card is not rendered again for what it does not show
 * @returns whether the card is near; false while `asks` is false
 */
export function useLiveCard(card: RefObject<HTMLElement | null>, pollId: number, asks: boolean): boolean {
  const client = useQueryClient();
  const near = useRef(false);
  const asked = useRef(asks);
  const [told, setTold] = useState(false);

  useEffect(() => {
    asked.current = asks;
    if (asks) setTold(near.current);
  }, [asks]);

  useEffect(() => {
    const node = card.current;
    if (!node || pollId <= 0 || typeof IntersectionObserver === 'undefined') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leave: (() => void) | undefined;
    const stop = () => {
      clearTimeout(timer);
      leave?.();
      leave = undefined;
    };
    const follow = () => {
      bindPolls(client);
      leave = live.watch(pollId);
    };
    const unobserve = observe(
      node,
      (inView) => {
        if (inView === near.current) return;
        near.current = inView;
        if (asked.current) setTold(inView);
        stop();
        if (inView) timer = setTimeout(follow, REST_MS);
      },
      { rootMargin: NEAR },
    );
    return () => {
      near.current = false;
      unobserve();
      stop();
    };
  }, [card, client, pollId]);

  return told && asks;
}
