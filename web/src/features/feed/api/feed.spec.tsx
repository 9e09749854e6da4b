import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import type { User } from '@inkling/contracts';
import { SessionProvider, useSession } from '../../../lib/session';
import { openPoll } from '../../polls/testing/poll-fixture';
import { useFeed } from './feed';

const NOOR = { id: 7, name: 'Noor', email: 'noor@haddad.example', hasCompletedProfile: true } as User;
const original = globalThis.fetch;
let reads: number;

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  reads = 0;
  globalThis.fetch = jest.fn((input: unknown) => {
    if (!String(input).startsWith('/api/polls'))
      return Promise.resolve(Response.json({ message: 'x', code: 'unauthorized' }, { status: 401 }));
    reads += 1;
    return Promise.resolve(
      Response.json({ polls: [openPoll(1, [7, 5])], pagination: { page: 1, hasMore: false, nextCursor: null } }),
    );
  }) as unknown as typeof fetch;
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  globalThis.fetch = original;
});

function Feed() {
  useFeed();
  return null;
}

function Page() {
  const { user, signIn } = useSession();
  return user ? <Feed /> : <button onClick={() => void signIn(NOOR)}>Log in</button>;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

test('the feed is read once more half a second after somebody has signed in', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
  await pass(0);
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await pass(499);
  expect(reads).toBe(1);
  await pass(1);
  expect(reads).toBe(2);
  await pass(4_000);
  expect(reads).toBe(2);
});
