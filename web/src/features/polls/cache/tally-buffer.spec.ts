import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import type { Poll } from '@inkling/contracts';
import { openPoll } from '../testing/poll-fixture';
import type { TallyFrame } from './merge-poll';
import { pollKeys } from './query-keys';
import { bufferTallies } from './tally-buffer';

const FRAME_MS = 16;

const frame = (pollId: number, version: number, votes: number[]): TallyFrame =>
  ({
    type: 'poll_vote',
    pollId,
    version,
    votesCount: votes.reduce((a, b) => a + b, 0),
    likesCount: 5,
    commentsCount: 0,
    options: votes,
  }) as TallyFrame;

let client: QueryClient;
const votesOf = (id: number) => client.getQueryData<Poll>(pollKeys.detail(id))?.options.map(({ votes }) => votes);

beforeEach(() => {
  jest.useFakeTimers();
  client = new QueryClient();
  for (const id of [1, 2]) client.setQueryData(pollKeys.detail(id), openPoll(id, [6, 4]));
});
afterEach(() => {
  client.clear();
  jest.useRealTimers();
});

it('applies what came between two frames together, in whatever order it came', async () => {
  const told: unknown[] = [];
  const stop = client.getQueryCache().subscribe((event) => event.type === 'updated' && told.push(event.query.queryKey));
  const take = bufferTallies(client);
  take(frame(1, 22, [8, 4]));
  take(frame(1, 21, [7, 4]));
  take(frame(2, 21, [6, 5]));
  expect(votesOf(1)).toEqual([6, 4]);
  await jest.advanceTimersByTimeAsync(FRAME_MS);
  expect([votesOf(1), votesOf(2)]).toEqual([
    [8, 4],
    [6, 5],
  ]);
  expect(told).toEqual([pollKeys.detail(1), pollKeys.detail(2)]);
  stop();
});

it('goes on after each frame', async () => {
  const take = bufferTallies(client);
  for (const votes of [7, 8, 9]) {
    take(frame(1, 20 + votes, [votes, 4]));
    await jest.advanceTimersByTimeAsync(FRAME_MS);
    expect(votesOf(1)).toEqual([votes, 4]);
  }
});

it('does not wait for frames that are never drawn', async () => {
  const draw = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
  bufferTallies(client)(frame(1, 21, [7, 4]));
  await jest.advanceTimersByTimeAsync(300);
  expect(votesOf(1)).toEqual([7, 4]);
  draw.mockRestore();
});
