import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import type { User } from '@inkling/contracts';
import { ME, SessionProvider } from '../../../lib/session';
import { pollKeys } from '../cache/query-keys';
import { hiddenPoll } from '../testing/poll-fixture';
import { PollCard } from './poll-card';

const NOOR: User = {
  id: 7,
  name: 'Noor Haddad',
  username: 'noor',
  email: 'noor@haddad.example',
  emailVerified: false,
  role: 'member',
  profilePicture: null,
  hasCompletedProfile: true,
  followersCount: 0,
  followingCount: 0,
  pollsCount: 0,
};
const poll = hiddenPoll(1);
const original = globalThis.fetch;
let sent: string[];

beforeEach(() => {
  sent = [];
  globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
    sent.push(`${init.method ?? 'GET'} ${String(input)}`);
    const [status, body] =
      init.method === 'POST'
        ? [200, { userSaved: true }]
        : [401, { message: 'x', code: 'unauthorized', authCookieFound: false }];
    return Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
    );
  }) as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = original;
});

test('a poll is saved by who is signed in by now, also when nothing of the poll has changed since', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(ME, null);
  client.setQueryData(pollKeys.detail(1), poll);
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter>
          <PollCard poll={poll} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await save();
  expect(sent).not.toContain('POST /api/saves');
  client.setQueryData(ME, NOOR);
  await waitFor(async () => {
    await save();
    expect(sent).toContain('POST /api/saves');
  });
});
