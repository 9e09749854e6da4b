import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { ME, SessionProvider } from '../../../lib/session';
import { hiddenPoll } from '../testing/poll-fixture';
import { PollCard } from './poll-card';

const original = globalThis.fetch;
let sent: string[];
let client: QueryClient;
beforeEach(() => {
  sent = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(ME, null);
  globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
    sent.push(`${init.method ?? 'GET'} ${String(input)}`);
    return new Promise<Response>(() => undefined);
  }) as unknown as typeof fetch;
});
afterEach(() => {
  cleanup();
  client.clear();
  globalThis.fetch = original;
});

const card = (media: string, kind: 'image' | 'video' = 'image') =>
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter>
          <PollCard
            poll={hiddenPoll(1, {
              media,
              mediaInfo: { kind, width: 800, height: 1_600, thumbhash: null, alt: 'A tall lamp' } as never,
            })}
          />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
const opener = () => screen.getByRole('button', { name: 'Open picture' });
const open = async () => {
  await userEvent.click(opener());
  const dialog = await screen.findByRole('dialog', { name: 'Picture' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return dialog;
};
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('a picture opens whole, with its description, and nothing is fetched before', async () => {
  const { container } = card('/uploads/lamp.webp');
  expect(container.ownerDocument.querySelectorAll('img[src="/uploads/lamp.webp"], link[rel="prefetch"]')).toHaveLength(
    1,
  );
  const dialog = await open();
  expect(within(dialog).getByRole('img', { name: 'A tall lamp' })).toHaveAttribute('src', '/uploads/lamp.webp');
});

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ["the browser's way back", async () => history.back()],
])('it closes with %s, and the page stays', async (_way, close) => {
  card('/uploads/lamp.webp');
  const { href } = location;
  const before = history.state as unknown;
  await open();
  await close();
  await gone();
  await waitFor(() => expect(history.state).toEqual(before));
  expect(location.href).toBe(href);
  await waitFor(() => expect(opener()).toHaveFocus());
});

test('it can be seen larger and whole again', async () => {
  card('/uploads/lamp.webp');
  const dialog = await open();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Zoom in' }));
  const out = within(dialog).getByRole('button', { name: 'Zoom out' });
  await userEvent.click(out);
  expect(within(dialog).getByRole('button', { name: 'Zoom in' })).toBeVisible();
});

test('keys that vote on a card do nothing while it is open', async () => {
  card('/uploads/lamp.webp');
  await open();
  await userEvent.keyboard('1ls');
  expect(sent.filter((call) => call.startsWith('POST'))).toEqual([]);
});

test('a video does not open', () => {
  card('/uploads/lamp.mp4', 'video');
  expect(screen.queryByRole('button', { name: 'Open picture' })).toBeNull();
});
