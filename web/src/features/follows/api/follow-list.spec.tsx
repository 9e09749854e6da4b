import { afterEach, expect, jest, test } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FollowUser } from '@inkling/contracts';
import { useShownToast } from '../../../lib/toast';
import { useRemoveFollower } from './follow-list';
import '../strings';

const original = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = original;
});

const person = (id: number): FollowUser => ({
  id,
  name: `Person ${id}`,
  username: `p${id}`,
  profilePicture: null,
  isFollowing: false,
});
const KEY = ['follows', 'followers', 7];

function removing(status: number, body?: unknown) {
  const client = new QueryClient();
  client.setQueryData(KEY, {
    pages: [
      { items: [person(1), person(2)], nextCursor: 'x' },
      { items: [person(3)], nextCursor: null },
    ],
    pageParams: [null, 'x'],
  });
  globalThis.fetch = jest.fn(() =>
    Promise.resolve(
      new Response(body ? JSON.stringify(body) : null, { status, headers: { 'content-type': 'application/json' } }),
    ),
  ) as unknown as typeof fetch;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ remove: useRemoveFollower(7), toast: useShownToast() }), { wrapper });
  const ids = () =>
    client.getQueryData<{ pages: { items: FollowUser[] }[] }>(KEY)?.pages.map(({ items }) => items.map(({ id }) => id));
  return { result, ids };
}

test('a removed follower leaves the list, and a message says so', async () => {
  const { result, ids } = removing(204);
  act(() => result.current.remove.mutate(2));
  await waitFor(() => expect(ids()).toEqual([[1], [3]]));
  await waitFor(() => expect(result.current.toast?.title).toBe('Follower has been removed'));
  expect(globalThis.fetch).toHaveBeenCalledWith(
    '/api/follows/remove-follower/2',
    expect.objectContaining({ method: 'DELETE' }),
  );
});

test('one that could not be removed comes back in their place', async () => {
  const { result, ids } = removing(503, { code: 'unavailable', message: 'Away for a moment.' });
  act(() => result.current.remove.mutate(3));
  await waitFor(() => expect(result.current.toast?.description).toBe('Failed to remove follower: Away for a moment.'));
  expect(ids()).toEqual([[1, 2], [3]]);
});
