import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { hiddenPoll } from './testing/poll-fixture';
import { usePollClock, useResultsAtEnd } from './use-poll-clock';

const original = globalThis.fetch;
const poll = hiddenPoll(1);
let answers: (() => void)[];

beforeEach(() => {
  jest.useFakeTimers();
  answers = [];
  globalThis.fetch = jest.fn(
    () =>
      new Promise<Response>((resolve) =>
        answers.push(() => resolve(new Response(JSON.stringify(poll), { status: 200, headers: { 'content-type': 'application/json' } }))),
      ),
  ) as unknown as typeof fetch;
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = original;
});

function watchEnd() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return renderHook(() => useResultsAtEnd(poll, true, true), { wrapper });
}
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const answer = () => act(async () => answers.at(-1)!());

test('a poll that has ended is read again until its results are open, four times at most', async () => {
  watchEnd();
  for (const [reads, ms] of [1_800, 2_000, 8_000, 30_000].entries()) {
    await wait(ms);
    expect(answers).toHaveLength(reads + 1);
    await answer();
  }
  await wait(600_000);
  expect(answers).toHaveLength(4);
});

test('nobody asks any more for a card that has left the screen in the middle of a read', async () => {
  const { unmount } = watchEnd();
  await wait(1_800);
  unmount();
  await answer();
  await wait(600_000);
  expect(answers).toHaveLength(1);
});

test('a poll whose end turns out to be over has ended, however long its text has not changed', async () => {
  const from = Date.now();
  const at = (ms: number) => new Date(from + ms).toISOString();
  const { result, rerender } = renderHook((end: string) => usePollClock(end), { initialProps: at(3 * 86_400_000 - 1) });
  await wait(3_600_000);
  expect(result.current).toMatchObject({ now: from, ended: false });
  rerender(at(3_000_000));
  await wait(0);
  expect(result.current).toEqual({ now: from + 3_600_000, ended: true, landed: true });
});
