import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import type { User } from '@inkling/contracts';
import { SessionRoute } from '../app/guards/access-guard';
import { askForSession, ME, SessionProvider, useSession } from './session';
import { readPushRecord } from './push/push-record';
import { clearStoredUser, storedAuthInfo, storeUser } from './storage';
import { noteKeptOwner } from './offline/kept-owner';

const person = (id: number): User => ({
  id,
  name: `Person ${id}`,
  username: `person_${id}`,
  email: `${id}@haddad.example`,
  emailVerified: false,
  role: 'member',
  profilePicture: null,
  hasCompletedProfile: true,
  followersCount: 0,
  followingCount: 0,
  pollsCount: 0,
});
const POLL = ['polls', 'detail', 5];
const NOTIFICATIONS = ['/api/notifications'];

/** The user of the session; null for nobody, undefined when the server cannot be reached. */
let holder: User | null | undefined;
let client: QueryClient;

beforeEach(() => {
  localStorage.clear();
  document.cookie = 'inkling_session_hint=of-a-spec; path=/';
  holder = person(7);
  globalThis.fetch = jest.fn(() => {
    if (holder === undefined) return Promise.reject(new TypeError('fetch failed'));
    const body = holder ?? { message: 'Unauthorized', code: 'unauthorized', authCookieFound: false };
    return Promise.resolve(
      new Response(JSON.stringify(body), {
        status: holder ? 200 : 401,
        headers: { 'content-type': 'application/json' },
      }),
    );
  }) as typeof fetch;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => {
  cleanup();
  client.clear();
});

function Login() {
  const { signIn } = useSession();
  return <button onClick={() => void signIn(person(8))}>Log in</button>;
}

function Page() {
  const { user } = useSession();
  return (
    <label>
      {user?.name}
      <input aria-label="words" />
    </label>
  );
}

async function open() {
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter initialEntries={['/poll/5']}>
          <Routes>
            <Route path="/login" element={<Login />} />
            <Route element={<SessionRoute />}>
              <Route path="*" element={<Page />} />
            </Route>
          </Routes>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('Person 7');
  client.setQueryData(POLL, { id: 5, userVote: 1 });
  client.setQueryData(NOTIFICATIONS, { pages: [{ items: [{ id: 1 }] }], pageParams: [null] });
}
const askAgain = () => act(() => client.invalidateQueries({ queryKey: ME }));
const held = () => [POLL, NOTIFICATIONS].map((key) => client.getQueryData(key) !== undefined);

test("an account's data is gone once its session has ended, for any next user", async () => {
  await open();
  holder = null;
  await askAgain();
  await userEvent.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(held()).toEqual([false, false]);
});

test('a login registers the device for push again', async () => {
  localStorage.setItem('inkling_push', JSON.stringify({ token: 'webpush.x', userId: 8, registeredAt: Date.now() }));
  await open();
  holder = null;
  await askAgain();
  await userEvent.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(readPushRecord()).toMatchObject({ token: 'webpush.x', registeredAt: 0 });
  localStorage.removeItem('inkling_push');
});

test('another account, signed in by another tab, begins with an empty cache and pages of its own', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('words'), 'not yet sent');
  holder = person(8);
  await askAgain();
  await screen.findByText('Person 8');
  expect(held()).toEqual([false, false]);
  expect((screen.getByLabelText('words') as HTMLInputElement).value).toBe('');
});

test('the same account keeps its cache and its pages', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('words'), 'not yet sent');
  holder = { ...person(7), followersCount: 1 };
  await askAgain();
  expect(held()).toEqual([true, true]);
  expect((screen.getByLabelText('words') as HTMLInputElement).value).toBe('not yet sent');
});

test('what was kept of the last visit goes when the server turns out to know somebody else', async () => {
  holder = undefined;
  storeUser(person(7));
  noteKeptOwner(7);
  await open();
  holder = person(8);
  await askAgain();
  await screen.findByText('Person 8');
  expect(held()).toEqual([false, false]);
});

test('waiting for the session ends with the answer, or with the first request that finds no server', async () => {
  await askForSession(client);
  expect(client.getQueryData(ME)).toEqual(person(7));
  client.clear();
  client.setDefaultOptions({ queries: { retry: 1, retryDelay: 60_000 } });
  holder = undefined;
  await askForSession(client);
  // The second try is still to come.
  expect(client.getQueryState(ME)).toMatchObject({ status: 'pending', fetchStatus: 'fetching', fetchFailureCount: 1 });
});

test('nobody is asked for where nothing says that there may be one', async () => {
  clearStoredUser();
  await askForSession(client);
  expect(fetch).not.toHaveBeenCalled();
  expect(client.getQueryData(ME)).toBeNull();
  document.cookie = 'inkling_session_hint=of-a-spec; path=/';
});

test('a sign-in is remembered in hints, and forgotten with the session', async () => {
  document.cookie = 'inkling_session_hint=session-7; path=/';
  await askForSession(client);
  expect(storedAuthInfo()).toEqual({
    userId: 7,
    sessionId: 'session-7',
    lastLogin: expect.stringMatching(/^\d{4}-.*Z$/),
    domain: 'localhost',
  });
  holder = null;
  await client.refetchQueries({ queryKey: ME });
  await askForSession(client);
  expect(storedAuthInfo()).toBeNull();
  expect(document.cookie).not.toContain('inkling_session_hint');
  document.cookie = 'inkling_session_hint=of-a-spec; path=/';
});
