import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { pollKeys } from './cache/query-keys';
import { FollowersOnly } from './components/followers-only';
import { PollPage } from './poll-page';
import { hiddenPoll } from './testing/poll-fixture';

const original = globalThis.fetch;
let status: number;

beforeEach(() => {
  status = 0;
  globalThis.fetch = jest.fn((path: unknown) => {
    if (status === 0) return Promise.reject(new TypeError('Failed to fetch'));
    const trending = String(path).includes('/trending');
    return Promise.resolve(
      Response.json(trending ? [] : { code: 'poll-not-found', message: 'x' }, { status: trending ? 200 : status }),
    );
  }) as unknown as typeof fetch;
});
afterEach(() => {
  act(() => onlineManager.setOnline(true));
  globalThis.fetch = original;
});

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/poll/7']}>
        <Routes>
          <Route path="/poll/:id" element={<PollPage below={() => null} />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a poll that cannot be read for want of a connection is not said to have been removed', async () => {
  open();
  expect(await screen.findByText('This poll is not on your device')).toBeInTheDocument();
  expect(screen.queryByText('Poll not found')).toBeNull();
  status = 404;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Poll not found')).toBeInTheDocument();
});

test('without a network at all the page says so at once instead of waiting for one', async () => {
  onlineManager.setOnline(false);
  open();
  expect(await screen.findByText('This poll is not on your device')).toBeInTheDocument();
});

test('a poll that is gone is not found', async () => {
  status = 404;
  open();
  expect(await screen.findByText("The poll you're looking for doesn't exist or has been removed.")).toBeInTheDocument();
});

test('a poll that cannot be read while polls is away is not said to have been removed', async () => {
  status = 503;
  open();
  expect(await screen.findByText('This poll cannot be shown right now')).toBeInTheDocument();
  expect(screen.queryByText('Poll not found')).toBeNull();
});

/** Answers by the beginning of the path; everything else is empty. */
const answers = (known: Record<string, () => Response>) =>
  (globalThis.fetch = jest.fn((path: unknown) => {
    const answer = Object.entries(known).find(([start]) => String(path).startsWith(start));
    return Promise.resolve(answer?.[1]() ?? Response.json([]));
  }) as unknown as typeof fetch);

test('a poll for followers is a closed door to others, which opens with the follow', async () => {
  const author = { id: 9, name: 'Kwame Boateng', username: 'kwame', profilePicture: null };
  let following = false;
  let reads = 0;
  const poll = hiddenPoll(7, { visibility: 'followers' });
  answers({
    '/api/polls/7': () => {
      if (following) reads += 1;
      // The server learns of the follow a moment later.
      if (reads > 1) return Response.json(poll);
      return Response.json({ code: 'followers-only', message: 'x', author }, { status: 403 });
    },
    '/api/users/follow-status/9': () => Response.json(following),
    '/api/follows': () => {
      following = true;
      return Response.json({ following: true });
    },
  });
  open();
  expect(await screen.findByText('This poll is for followers of Kwame Boateng')).toBeInTheDocument();
  cleanup();
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <FollowersOnly pollId={7} author={author} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Follow' }));
  await waitFor(() => expect(client.getQueryData(pollKeys.detail(7))).toEqual(poll));
  expect(reads).toBe(2);
});
