import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../../lib/api';
import { SERVER_CONFIG } from '../../../lib/server-config';
import { ME } from '../../../lib/session';
import { useShownToast } from '../../../lib/toast';
import '../strings';
import { PasswordForm } from './password-form';

let client: QueryClient;
let answer: (status: number, body: unknown) => void;

beforeEach(() => {
  globalThis.fetch = jest.fn((input: unknown) =>
    String(input).endsWith('/change-password')
      ? new Promise<Response>((resolve) => (answer = (status, body) => resolve(Response.json(body, { status }))))
      : new Promise<Response>(() => undefined),
  ) as unknown as typeof fetch;
  client = new QueryClient();
});
afterEach(cleanup);

/** Fills in the form and sends it. */
async function save() {
  const messages = renderHook(() => useShownToast());
  const page = render(
    <QueryClientProvider client={client}>
      <PasswordForm />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await userEvent.type(screen.getByLabelText('Current password'), 'correct horse');
  await userEvent.type(screen.getByLabelText('New password'), 'battery staple');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  return { shown: messages.result, page };
}

test.each([
  [
    'a change',
    200,
    { ok: true },
    { title: 'Password changed', description: 'Everywhere else you are signed out now.' },
  ],
  [
    'a wrong current password',
    401,
    { message: 'x', code: 'auth/wrong-password' },
    { title: 'The password was not changed', description: 'This is not your current password.' },
  ],
  [
    'a refusal',
    429,
    { message: 'Too many tries.', code: 'too-many-requests' },
    { title: 'The password was not changed' },
  ],
])('%s is said although the form has been left', async (_what, status, body, said) => {
  client.setQueryData([routes.sessions], []);
  const { shown, page } = await save();
  page.unmount();
  await act(async () => answer(status, body));
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(shown.current).toMatchObject(said);
  expect(client.getQueryState([routes.sessions])?.isInvalidated).toBe(status === 200);
});

test('a wrong current password is said by its field alone while that is there', async () => {
  const { shown } = await save();
  const before = shown.current;
  await act(async () => answer(401, { message: 'x', code: 'auth/wrong-password' }));
  expect((await screen.findByText('This is not your current password.')).className).toBe('field-error');
  expect(shown.current).toBe(before);
});

describe('an account whose password Firebase keeps', () => {
  /** The password at Firebase. */
  let known: string;
  let bodies: unknown[];
  let replies: [number, object][];
  beforeEach(() => {
    known = 'correct horse';
    bodies = [];
    replies = [[401, { message: 'x', code: 'auth/wrong-password' }]];
    const signIn = async (_auth: unknown, email: string, password: string) => {
      if (email !== 'noor@haddad.example' || password !== known)
        throw Object.assign(new Error('no'), { code: 'auth/invalid-credential' });
    };
    jest.doMock('firebase/app', () => ({ initializeApp: () => ({}) }));
    jest.doMock('firebase/auth', () => ({
      initializeAuth: () => ({}),
      inMemoryPersistence: {},
      signInWithEmailAndPassword: signIn,
    }));
    client.setQueryData(ME, { id: 7, email: 'noor@haddad.example' });
    client.setQueryData(SERVER_CONFIG, {
      features: { google: true },
      firebase: { apiKey: 'k', authDomain: 'a.example', projectId: 'p' },
    });
    globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
      if (!String(input).endsWith('/change-password')) return new Promise<Response>(() => undefined);
      bodies.push(JSON.parse(init.body as string));
      const [status, body] = replies.shift()!;
      return Promise.resolve(Response.json(body, { status }));
    }) as unknown as typeof fetch;
  });
  const first = { currentPassword: 'correct horse', newPassword: 'battery staple' };

  test('is changed with that password, which this server has not', async () => {
    replies.push([200, {}]);
    const { shown } = await save();
    await waitFor(() => expect(shown.current).toMatchObject({ title: 'Password changed' }));
    expect(bodies).toEqual([first, { newPassword: 'battery staple' }]);
  });

  test('is not changed with another one, nor with an old one once there is a password here', async () => {
    known = 'another';
    const { page } = await save();
    await screen.findByText('This is not your current password.');
    page.unmount();
    known = 'correct horse';
    replies = [
      [401, { message: 'x', code: 'auth/wrong-password' }],
      [401, { message: 'x', code: 'auth/wrong-password' }],
    ];
    await save();
    await screen.findByText('This is not your current password.');
    expect(bodies).toEqual([first, first, { newPassword: 'battery staple' }]);
  });
});

test('the rule for a password stands under its field before anything is wrong', async () => {
  render(
    <QueryClientProvider client={client}>
      <PasswordForm />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription('At least 6 characters.');
});
