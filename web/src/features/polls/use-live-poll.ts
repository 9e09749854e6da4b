import { useEffect } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { bindSession, live } from '../../lib/realtime';
import { refreshPoll } from './api/read-poll';
import { bufferTallies } from './cache/tally-buffer';

/** After a lost connection everyone comes back at once; their reads are spread over this many milliseconds. */
const SPREAD_MS = 2_000;

const bound = new WeakSet<QueryClient>();

/** Brings live frames into the poll store. Tallies alone move counts; polls are read again only after a reconnect (decisions, Realtime). */
function bindPolls(client: QueryClient): void {
  if (bound.has(client)) return;
  bound.add(client);
  bindSession(client);
  const take = bufferTallies(client);
  live.onFrame((frame) => {
    if (frame.type === 'poll_vote' || frame.type === 'poll_update') take(frame);
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
