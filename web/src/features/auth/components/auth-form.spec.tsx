import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { SessionProvider, useSession } from '../../../lib/session';
import { useShownToast } from '../../../lib/toast';
import type { AuthMode } from '../problem';

interface Reply {
  status: number;
  body?: unknown;
}
const refusal = (status: number, code: string): Reply => ({ status, body: { code, message: `${code} by the server` } });
const NOOR = {
  id: 7,
  name: 'User',
  username: null,
  profilePicture: null,
  email: 'noor@haddad.example',
  emailVerified: false,
  role: 'member',
};
const WELCOME = { status: 200, body: { ...NOOR, hasCompletedProfile: false } };
const BACK = { status: 200, body: { ...NOOR, hasCompletedProfile: true } };
const CONFIG = {
  features: { google: true, mail: true },
  firebase: { apiKey: 'k', authDomain: 'a.example', projectId: 'p' },
};

/** Firebase's answer: a user, or the code of a refusal. */
let firebase: { signup: string; login: string };
let deleted: number;
let emulators: string[];
let config: object;
/** The server's answers by path, and everything that was sent to it. */
let server: Record<string, Reply>;
let sent: { path: string; body: unknown }[];

const firebaseUser = {
  uid: 'u1',
  displayName: null,
  email: NOOR.email,
  photoURL: null,
  getIdToken: async () => 'token-of-firebase',
};
const answer = async (code: string) => {
  if (code !== '') throw Object.assign(new Error(`Firebase: ${code}`), { code });
  return { user: firebaseUser };
};
jest.doMock('firebase/app', () => ({ initializeApp: () => ({}) }));
jest.doMock('firebase/auth', () => ({
  initializeAuth: () => ({}),
  inMemoryPersistence: {},
  connectAuthEmulator: (_auth: unknown, url: string) => void emulators.push(url),
  createUserWithEmailAndPassword: () => answer(firebase.signup),
  signInWithEmailAndPassword: () => answer(firebase.login),
  deleteUser: async () => void (deleted += 1),
}));

const original = globalThis.fetch;
beforeEach(() => {
  localStorage.clear();
  firebase = { signup: '', login: '' };
  deleted = 0;
  emulators = [];
  config = CONFIG;
  sent = [];
  server = { '/api/auth/refresh-session': { status: 200, body: { user: NOOR } } };
  globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
    const path = String(input).replace(/\?.*/, '');
    if (path === '/api/config') return Promise.resolve(Response.json(config));
    const body =
      init.body instanceof FormData ? Object.fromEntries(init.body) : init.body && JSON.parse(init.body as string);
    if (init.method === 'POST') sent.push({ path, body });
    const reply = server[path] ?? refusal(404, 'not-found');
    return Promise.resolve(Response.json(reply.body ?? {}, { status: reply.status }));
  }) as unknown as typeof fetch;
});
afterEach(() => {
  cleanup();
  globalThis.fetch = original;
});

/** Fills in the form in one mode, sends it, and returns what the page then shows. */
async function submit(mode: AuthMode, { voting = false } = {}) {
  // Imported here, because the mock of Firebase must be in place first.
  const { AuthForm } = await import('./auth-form');
  const advice: boolean[] = [];
  function Page() {
    const { user } = useSession();
    const [current, setMode] = useState(mode);
    return (
      <>
        <output>{user ? `signed in: ${user.name}` : current}</output>
        <AuthForm mode={current} voting={voting} onMode={setMode} onAdvice={(google) => advice.push(google)} />
      </>
    );
  }
  const messages = renderHook(useShownToast);
  const before = messages.result.current?.id;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionProvider>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Email'), NOOR.email);
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  if (voting && mode === 'signup') await user.type(screen.getByLabelText('Name'), 'Noor Haddad');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(messages.result.current?.id).not.toBe(before));
  await waitFor(() => expect(screen.getByRole('button', { name: /Sign up|Log in/ })).toBeEnabled());
  const toast = messages.result.current!;
  return {
    said: toast.description ?? toast.title,
    page: screen.getByRole('status').textContent,
    advised: advice.at(-1),
  };
}
const paths = () => sent.map(({ path }) => path);

describe('where people sign in through Firebase', () => {
  test('a new account is made at Firebase, and here with its token', async () => {
    server['/api/auth/email'] = WELCOME;
    expect(await submit('signup')).toMatchObject({ said: 'Account created!', page: 'signed in: User' });
    const body = {
      idToken: 'token-of-firebase',
      uid: 'u1',
      name: null,
      email: NOOR.email,
      profilePicture: null,
      authProvider: 'email',
    };
    expect(sent).toEqual([{ path: '/api/auth/email', body }]);
  });

  test('a log-in never sends the password here', async () => {
    server['/api/auth/email'] = BACK;
    expect(await submit('login')).toMatchObject({ said: 'Welcome back!', page: 'signed in: User' });
    expect(paths()).toEqual(['/api/auth/email']);
    expect(JSON.stringify(sent)).not.toContain('correct horse');
  });

  test('with a waiting vote the form completes the profile too, also after a first try that got half way', async () => {
    server['/api/users/create-profile'] = {
      status: 200,
      body: { ...BACK.body, name: 'Noor Haddad', username: 'noor_haddad' },
    };
    server['/api/auth/email'] = WELCOME;
    expect(await submit('signup', { voting: true })).toMatchObject({ page: 'signed in: Noor Haddad' });
    expect(sent[0]!.body).toMatchObject({ name: 'Noor Haddad' });
    cleanup();
    firebase.signup = 'auth/email-already-in-use';
    expect(await submit('signup', { voting: true })).toMatchObject({ page: 'signed in: Noor Haddad' });
  });

  test('an email in use logs in with the same credentials', async () => {
    firebase.signup = 'auth/email-already-in-use';
    server['/api/auth/email'] = BACK;
    expect(await submit('signup')).toMatchObject({ said: 'Welcome back!', page: 'signed in: User' });
  });

  test('an email in use whose log-in is refused as invalid belongs to Google', async () => {
    firebase = { signup: 'auth/email-already-in-use', login: 'auth/invalid-credential' };
    server['/api/auth/login'] = refusal(401, 'auth/invalid-credential');
    const said =
      'This email is already associated with a Google account. ' +
      'Please use the "Continue with Google" button to sign in.';
    expect(await submit('signup')).toEqual({ said, page: 'signup', advised: true });
    expect(
      screen.getByText('This email is associated with a Google account. Try signing in with Google instead.'),
    ).toBeVisible();
  });

  test('an email in use with another password switches to the log-in', async () => {
    firebase = { signup: 'auth/email-already-in-use', login: 'auth/wrong-password' };
    server['/api/auth/login'] = refusal(401, 'auth/invalid-credential');
    const said = 'This email is already in use. If you already have an account, please log in instead.';
    expect(await submit('signup')).toEqual({ said, page: 'login', advised: false });
  });

  test('an account from before, with its password here, stays as it is: nothing is left at Firebase', async () => {
    server['/api/auth/email'] = refusal(409, 'auth/email-already-in-use');
    server['/api/auth/login'] = BACK;
    expect(await submit('signup')).toMatchObject({ said: 'Welcome back!', page: 'signed in: User' });
    expect(deleted).toBe(1);
    cleanup();
    firebase.login = 'auth/invalid-credential';
    expect(await submit('login')).toMatchObject({ said: 'Welcome back!', page: 'signed in: User' });
    cleanup();
    // A password chosen at this server instead of Firebase's.
    firebase.login = '';
    expect(await submit('login')).toMatchObject({ said: 'Welcome back!', page: 'signed in: User' });
  });

  test.each([
    ['auth/wrong-password', 'auth/invalid-credential', 'Incorrect password for this email.'],
    ['auth/invalid-credential', 'auth/wrong-password', 'Incorrect password for this email.'],
    ['auth/user-not-found', 'auth/user-not-found', 'No account found with this email. Please sign up instead.'],
    [
      'auth/invalid-credential',
      'auth/invalid-credential',
      'This email may be registered with a different sign-in method. Try signing in with Google instead.',
    ],
    ['auth/too-many-requests', '', 'Too many failed login attempts. Please try again later or reset your password.'],
    ['auth/user-disabled', '', 'This account has been disabled.'],
    [
      'auth/network-request-failed',
      'auth/user-not-found',
      'Google cannot be reached. Check your connection and try again.',
    ],
    ['auth/internal-error', '', 'Authentication failed'],
  ])('a log-in that Firebase refuses with %s, and this server with %j, is explained', async (code, here, said) => {
    firebase.login = code;
    server['/api/auth/login'] = refusal(401, here);
    expect(await submit('login')).toMatchObject({
      said,
      page: here === 'auth/user-not-found' && code === here ? 'signup' : 'login',
    });
    expect(paths()).toEqual(here === '' ? [] : ['/api/auth/login']);
  });

  test.each([
    ['auth/weak-password', 'Password is too weak. Please use at least 6 characters.'],
    ['auth/password-does-not-meet-requirements', 'Password is too weak. Please use at least 6 characters.'],
    ['auth/invalid-email', 'Please enter a valid email address.'],
  ])('a sign-up that Firebase refuses with %s is explained', async (code, said) => {
    firebase.signup = code;
    expect(await submit('signup')).toMatchObject({ said, page: 'signup' });
    expect(sent).toEqual([]);
  });

  test('a project with Google alone leaves passwords to this server', async () => {
    firebase = { signup: 'auth/operation-not-allowed', login: 'auth/operation-not-allowed' };
    server['/api/auth/signup'] = { status: 201, body: WELCOME.body };
    server['/api/auth/login'] = BACK;
    expect(await submit('signup')).toMatchObject({ said: 'Account created!' });
    cleanup();
    expect(await submit('login')).toMatchObject({ said: 'Welcome back!' });
    expect(paths()).toEqual(['/api/auth/signup', '/api/auth/login']);
  });
});

describe('where they do not', () => {
  test.each([
    { features: { google: false, mail: true }, firebase: null },
    { ...CONFIG, features: { google: false, mail: true } },
  ])('%j asks this server alone', async (given) => {
    config = given;
    server['/api/auth/signup'] = { status: 201, body: WELCOME.body };
    expect(await submit('signup')).toMatchObject({ said: 'Account created!', page: 'signed in: User' });
    expect(paths()).toEqual(['/api/auth/signup']);
  });
});
