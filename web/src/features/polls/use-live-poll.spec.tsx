import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { live } from '../../lib/realtime';
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
      tell = (isIntersecting) => act(() => callback([{ target: card, isIntersecting, intersectionRatio: isIntersecting ? 1 : 0 } as unknown as IntersectionObserverEntry], this as unknown as IntersectionObserver));
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
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const renders = jest.fn();
  const hook = renderHook(
    (asking: boolean) => {
      renders();
      return useLiveCard(ref, 5, asking);
    },
    { wrapper, initialProps: asks },
  );
  return { ...hook, renders };
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
