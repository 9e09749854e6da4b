import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { PollPage } from './poll-page';

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
