import '@testing-library/jest-dom/jest-globals';
import { afterEach, expect, jest, test } from '@jest/globals';
import type { Notification, User } from '@inkling/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { ME, SessionProvider } from '../../lib/session';
import NotificationsPage from './notifications-page';

const original = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = original;
});

const notification = {
  id: 1,
  type: 'follow',
  read: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  actor: { id: 2, name: 'Noor', username: 'noor', profilePicture: null },
  others: 0,
  poll: null,
  comment: null,
} as unknown as Notification;

function open(notifications: Notification[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(ME, { id: 7, name: 'Me', username: 'me', hasCompletedProfile: true } as User);
  globalThis.fetch = jest.fn((path: unknown) => {
    const answer = /count|\/me/.exec(String(path))?.[0];
    return Promise.resolve(
      Response.json(answer === 'count' ? { count: 0 } : answer ? client.getQueryData(ME) : notifications),
    );
  }) as unknown as typeof fetch;
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SessionProvider>
          <NotificationsPage />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('nothing can be marked as read where there is no notification', async () => {
  open([]);
  expect(await screen.findByText('No notifications yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('where there are some the button stays, also when all of them are read', async () => {
  open([notification]);
  expect(await screen.findByText(/started following you/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeVisible();
});
