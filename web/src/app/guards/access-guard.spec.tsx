import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import type { User } from '@inkling/contracts';
import { ME, SessionProvider, useSession } from '../../lib/session';
import { afterLogin, peekRedirect, saveRedirect } from '../../lib/redirect';
import { announceLogout, storedUser, storeUser } from '../../lib/storage';
import { ConfinedRoute, SessionRoute, SetupRoute } from './access-guard';
import { rememberDeepLink } from './deep-link';

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

/** Answers for the session; a promise that stays open stands for a server that has not answered yet. */
let me: () => Promise<Response>;
const json = (status: number, body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
const signedOut = () =>
  json(401, { message: 'Authentication required. Please log in.', code: 'unauthorized', authCookieFound: false });

beforeEach(() => {
  document.cookie = 'inkling_session_hint=of-a-spec; path=/';
  localStorage.clear();
  me = signedOut;
  globalThis.fetch = jest.fn((input: unknown) =>
    String(input).includes('/logout') ? Promise.resolve(new Response(null, { status: 204 })) : me(),
  ) as typeof fetch;
});
afterEach(cleanup);

function Page({ name }: { name: string }) {
  const { user, logout } = useSession();
  const { pathname, search } = useLocation();
  return (
    <div>
      <h1>{name}</h1>
      <p>
        {pathname}
        {search}
      </p>
      {user && <button onClick={() => void logout()}>Logout</button>}
    </div>
  );
}

function open(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path="/login" element={<Page name="login" />} />
            <Route element={<SessionRoute />}>
              <Route element={<SetupRoute />}>
                <Route path="/create-profile" element={<Page name="create-profile" />} />
              </Route>
              <Route element={<ConfinedRoute />}>
                <Route path="*" element={<Page name="inside" />} />
              </Route>
            </Route>
          </Routes>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
  return client;
}
const heading = async (name: string) => expect(await screen.findByRole('heading', { name })).toBeTruthy();

test('while the session loads there is a placeholder and nothing of the page', () => {
  me = () => new Promise(() => undefined);
  open('/home');
  expect(screen.getByRole('status')).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
});

test('signed out: to /login, with path and query remembered', async () => {
  storeUser(NOOR);
  open('/poll/5?from=mail');
  await heading('login');
  expect(peekRedirect()).toBe('/poll/5?from=mail');
  expect(storedUser()).toBeNull();
});

test('signed in: the page, and a remembered address that has been reached is used up', async () => {
  me = () => json(200, NOOR);
  saveRedirect('/poll/5');
  open('/poll/5');
  await heading('inside');
  await waitFor(() => expect(peekRedirect()).toBeNull());
  expect(storedUser()).toMatchObject({ id: 7 });
});

test('an incomplete profile is confined to /create-profile, and keeps the way back', async () => {
  me = () => json(200, { ...NOOR, username: null, hasCompletedProfile: false });
  saveRedirect('/poll/5');
  open('/poll/5');
  await heading('create-profile');
  expect(peekRedirect()).toBe('/poll/5');
});

test('a complete profile has nothing to do on /create-profile', async () => {
  me = () => json(200, NOOR);
  open('/create-profile');
  await heading('inside');
  expect(screen.getByText('/home')).toBeTruthy();
});

test('someone who logs out is not sent back to where they were', async () => {
  me = () => json(200, NOOR);
  open('/profile/9');
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await heading('login');
  expect(peekRedirect()).toBeNull();
  expect(storedUser()).toBeNull();
});

test('someone who logs out in another tab is not sent back to where this one was', async () => {
  me = () => json(200, NOOR);
  storeUser(NOOR);
  open('/profile/9');
  await heading('inside');
  me = signedOut;
  // What the other tab does; its storage events arrive here.
  const told = jest
    .spyOn(Storage.prototype, 'setItem')
    .mockImplementation((key, newValue) => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
  act(() => announceLogout());
  told.mockRestore();
  localStorage.removeItem('inkling_user');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'inkling_user', newValue: null })));
  await heading('login');
  expect(peekRedirect()).toBeNull();
});

test('a session that ends while a page is open leads to /login with the way back', async () => {
  me = () => json(200, NOOR);
  const client = open('/profile/9');
  await heading('inside');
  me = signedOut;
  await client.invalidateQueries({ queryKey: ME });
  await heading('login');
  expect(peekRedirect()).toBe('/profile/9');
});

test('a server that cannot be asked is said so, and can be asked again', async () => {
  me = () => Promise.reject(new TypeError('fetch failed'));
  open('/home');
  const again = await screen.findByRole('button', { name: 'Retry' });
  me = () => json(200, NOOR);
  await userEvent.click(again);
  await heading('inside');
});

test('a session that the server cannot look up now is not said to be the connection', async () => {
  me = () => json(503, { code: 'unavailable', message: 'x' });
  open('/home');
  await heading('Signing in is not available right now');
  expect(screen.queryByText(/^Inkling cannot be reached/)).toBeNull();
});

test('while the server is asked again the message stays, and a press is answered by the button', async () => {
  me = () => Promise.reject(new TypeError('fetch failed'));
  const client = open('/home');
  await screen.findByRole('button', { name: 'Retry' });
  const button = () => screen.getByRole('button', { name: 'Retry' }) as HTMLButtonElement;
  let answer: (response: Response) => void = () => undefined;
  me = () => new Promise((resolve) => (answer = resolve));
  void client.invalidateQueries({ queryKey: ME });
  await waitFor(() => expect(client.getQueryState(ME)).toMatchObject({ status: 'pending', fetchStatus: 'fetching' }));
  await act(async () => undefined);
  expect(button().disabled).toBe(false);
  await userEvent.click(button());
  expect(button().disabled).toBe(true);
  answer(await json(200, NOOR));
  await heading('inside');
});

test('paths of the login itself and addresses of other sites are never remembered', () => {
  for (const path of [
    '/login',
    '/login?x=1',
    '/auth/success',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'https://elsewhere.example',
  ])
    saveRedirect(path);
  expect(peekRedirect()).toBeNull();
});

test('after login: an unfinished profile first, then the remembered path, else /home', () => {
  expect(afterLogin(NOOR)).toBe('/home');
  rememberDeepLink({ pathname: '/poll/8', search: '?utm_source=mail' });
  expect(afterLogin(NOOR)).toBe('/poll/8?utm_source=mail');
  expect(afterLogin({ hasCompletedProfile: false })).toBe('/create-profile');
  rememberDeepLink({ pathname: '/home', search: '' });
  expect(peekRedirect()).toBe('/poll/8?utm_source=mail');
});
