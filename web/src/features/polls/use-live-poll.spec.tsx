import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Poll } from '@inkling/contracts';
import { live } from '../../lib/realtime';
import { pollKeys } from './cache/query-keys';
import { pollStore } from './cache/poll-store';
import type { TallyFrame } from './cache/merge-poll';
import { hiddenPoll, openPoll } from './testing/poll-fixture';
import { useLiveCard } from './use-live-poll';

const original = globalThis.IntersectionObserver;
let tell: (near: boolean) => void;
let stop: jest.Mock<() => void>;
let watch: jest.SpiedFunction<typeof live.watch>;

beforeEach(() => {
  jest.useFakeTimers();
  globalThis.IntersectionObserver = class {
    thresholds = [0];
    constructor(callback: IntersectionObserverCallback) {
      tell = (isIntersecting) =>
        act(() =>
          callback(
            [
              {
                target: card,
                isIntersecting,
                intersectionRatio: isIntersecting ? 1 : 0,
              } as unknown as IntersectionObserverEntry,
            ],
            this as unknown as IntersectionObserver,
          ),
        );
    }
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  } as unknown as typeof IntersectionObserver;
  stop = jest.fn();
  watch = jest.spyOn(live, 'watch').mockReturnValue(stop);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  globalThis.IntersectionObserver = original;
});

let card: HTMLElement;
function show(asks: boolean) {
  card = document.createElement('article');
  const ref = { current: card };
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const renders = jest.fn();
  const hook = renderHook(
    (asking: boolean) => {
      renders();
      return useLiveCard(ref, 5, asking);
    },
    { wrapper, initialProps: asks },
  );
  return { ...hook, renders, client };
}
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('a card is followed once it is at rest near the screen, until it goes', () => {
  show(false);
  tell(true);
  wait(299);
  expect(watch).not.toHaveBeenCalled();
  wait(1);
  expect(watch.mock.calls).toEqual([[5]]);
  tell(false);
  expect(stop).toHaveBeenCalledTimes(1);
});

test('one that flies past, or is taken away before it rests, says nothing to the server', () => {
  const { unmount } = show(false);
  tell(true);
  wait(200);
  tell(false);
  wait(1_000);
  tell(true);
  unmount();
  wait(1_000);
  expect(watch).not.toHaveBeenCalled();
});

test('it is rendered again for coming and going only while somebody asks', () => {
  const { result, rerender, renders } = show(false);
  tell(true);
  tell(false);
  tell(true);
  expect([result.current, renders.mock.calls.length]).toEqual([false, 1]);
  rerender(true);
  expect(result.current).toBe(true);
  tell(false);
  expect(result.current).toBe(false);
});

describe('counts of a poll on which this page knows of no vote', () => {
  const counts: TallyFrame = {
    type: 'poll_vote',
    pollId: 5,
    version: 21,
    votesCount: 11,
    likesCount: 5,
    commentsCount: 0,
    options: [7, 4],
  };
  const fetched = globalThis.fetch;
  let reads: string[];

  beforeEach(() => {
    reads = [];
    globalThis.fetch = jest.fn((input: unknown) => {
      reads.push(String(input).replace(/\?.*/, ''));
      return Promise.resolve(Response.json(openPoll(5, [7, 4], { version: 21, userVote: 0 })));
    }) as unknown as typeof fetch;
  });
  afterEach(() => {
    globalThis.fetch = fetched;
  });

  /** Follows the poll as it is `known`, and lets the frame arrive. */
  async function arrive(known: Poll, before?: (client: QueryClient) => void): Promise<Poll | undefined> {
    const onFrame = jest.spyOn(live, 'onFrame');
    const { client } = show(false);
    client.setQueryData(pollKeys.detail(5), known);
    tell(true);
    wait(300);
    before?.(client);
    for (const [listener] of onFrame.mock.calls) listener(counts);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    return client.getQueryData<Poll>(pollKeys.detail(5));
  }

  test('were opened by a vote from another tab or device, which is read', async () => {
    expect(await arrive(hiddenPoll(5))).toMatchObject({ userVote: 0, options: [{ votes: 7 }, { votes: 4 }] });
    expect(reads).toEqual(['/api/polls/5']);
  });

  test.each([
    ['everyone sees before voting', openPoll(5, [6, 4])],
    ['have been voted for here', openPoll(5, [6, 4], { userVote: 1 })],
    ['has ended, or is about to', hiddenPoll(5, { endDate: new Date(Date.now() + 20_000).toISOString() })],
  ])('are not asked for where %s', async (_why, known) => {
    await arrive(known);
    expect(reads).toEqual([]);
  });

  test('are those of the vote that is under way here', async () => {
    await arrive(hiddenPoll(5), (client) => void pollStore(client).beginVote(hiddenPoll(5), [0]));
    expect(reads).toEqual([]);
  });
});
