import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { noteServerTime } from '../../lib/server-clock';
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
        answers.push(() =>
          resolve(new Response(JSON.stringify(poll), { status: 200, headers: { 'content-type': 'application/json' } })),
        ),
      ),
  ) as unknown as typeof fetch;
});
afterEach(() => {
  learnDifference(0);
  jest.useRealTimers();
  globalThis.fetch = original;
});

/** An answer of a server whose clock is this many milliseconds ahead of the device's. */
const learnDifference = (ms: number) =>
  noteServerTime(new Headers({ date: new Date(Date.now() + ms).toUTCString() }), Date.now());

function watchEnd() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
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

test('a poll that a wrong clock had ended is read again at its real end', async () => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { rerender } = renderHook((ended: boolean) => useResultsAtEnd(poll, ended, true), {
    wrapper,
    initialProps: true,
  });
  for (const ms of [1_800, 2_000, 8_000, 30_000]) {
    await wait(ms);
    await answer();
  }
  rerender(false);
  rerender(true);
  await wait(1_800);
  expect(answers).toHaveLength(5);
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

test("a card drawn by a fast clock opens again with the server's time, and is stamped at the real end", async () => {
  const days = 86_400_000;
  const end = new Date(Date.now() - 2 * days + 3_600_000).toISOString();
  const { result } = renderHook(() => usePollClock(end));
  expect(result.current).toMatchObject({ ended: true, landed: false });
  act(() => learnDifference(-2 * days));
  await wait(0);
  expect(result.current).toMatchObject({ ended: false, landed: false });
  expect(Math.abs(result.current.now - (Date.now() - 2 * days))).toBeLessThanOrEqual(1_000);
  await wait(3_602_000);
  expect(result.current).toMatchObject({ ended: true, landed: true });
});

test('a card drawn by a slow clock ends without the animation, and an open one gets its age corrected', async () => {
  const days = 86_400_000;
  const end = new Date(Date.now() + days).toISOString();
  const { result } = renderHook(() => [usePollClock(end), usePollClock(null)] as const);
  act(() => learnDifference(2 * days));
  await wait(0);
  expect(result.current[0]).toMatchObject({ ended: true, landed: false });
  expect(Math.abs(result.current[1].now - (Date.now() + 2 * days))).toBeLessThanOrEqual(1_000);
});
