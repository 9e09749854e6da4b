import '@testing-library/jest-dom/jest-globals';
import { afterEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { TrendingPanel } from './trending-panel';

const original = window.matchMedia;
afterEach(() => {
  window.matchMedia = original;
});

test('trending polls are asked for where there is room beside the feed, and nowhere else', async () => {
  const asked: string[] = [];
  globalThis.fetch = jest.fn(async (path: unknown) => {
    asked.push(path as string);
    return Response.json([]);
  });
  let wide = false;
  let changed: (() => void) | undefined;
  window.matchMedia = ((media: string) => ({
    ...original(media),
    matches: wide && media === '(min-width: 1240px)',
    addEventListener: (_: string, listener: () => void) => (changed = listener),
    removeEventListener: () => (changed = undefined),
  })) as unknown as typeof window.matchMedia;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TrendingPanel />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.queryByRole('heading')).toBeNull();
  expect(asked).toEqual([]);

  wide = true;
  act(() => changed?.());
  expect(await screen.findByRole('heading', { name: 'Trending Polls' })).toBeVisible();
  expect(asked).toEqual([expect.stringContaining('/api/polls/trending')]);
});
