import { beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { User } from '@inkling/contracts';
import { ME, SessionProvider } from '../../../lib/session';
import { storedUser, storeUser } from '../../../lib/storage';
import { useShownToast } from '../../../lib/toast';
import { useUpdateProfile } from './update-profile';

const person = (id: number, name = `Person ${id}`) =>
  ({ id, name, username: `person_${id}`, profilePicture: null, hasCompletedProfile: true }) as User;
let client: QueryClient;
let answer: (status: number, body: unknown) => void;

beforeEach(() => {
  localStorage.clear();
  globalThis.fetch = jest.fn((input: unknown) =>
    String(input).endsWith('/update')
      ? new Promise<Response>((resolve) => (answer = (status, body) => resolve(Response.json(body, { status }))))
      : new Promise<Response>(() => undefined),
  ) as unknown as typeof fetch;
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(ME, person(7));
  storeUser(person(7));
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <SessionProvider>{children}</SessionProvider>
  </QueryClientProvider>
);

/** Presses Save, and leaves the page before the answer arrives. */
async function saveAndLeave() {
  const messages = renderHook(() => useShownToast());
  const page = renderHook(() => useUpdateProfile(), { wrapper });
  await act(async () => page.result.current.mutate({ name: 'Noor', username: 'noor', picture: null }));
  page.unmount();
  return messages.result;
}

test('an answer that comes after somebody else has signed in signs nobody in', async () => {
  await saveAndLeave();
  client.setQueryData(ME, person(8));
  storeUser(person(8));
  await act(async () => answer(200, person(7, 'Noor')));
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect([client.getQueryData<User>(ME)?.id, storedUser()?.id]).toEqual([8, 8]);
});

test('a refusal is said although the form has been left', async () => {
  const shown = await saveAndLeave();
  await act(async () => answer(409, { message: 'Username already taken', code: 'username-taken' }));
  await waitFor(() => expect(shown.current?.title).toBe('Username already exists.'));
});
