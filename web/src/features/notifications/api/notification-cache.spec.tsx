import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Notification, User } from '@inkling/contracts';
import { ME } from '../../../lib/session';
import { storeUser } from '../../../lib/storage';
import { useShownToast } from '../../../lib/toast';
import '../strings';
import { useDeleteNotification } from './delete-notification';
import { useMarkAllRead } from './mark-all-read';
import { useMarkRead } from './mark-read';
import {
  NOTIFICATIONS,
  notificationsOf,
  placeNotification,
  UNREAD,
  type NotificationPages,
} from './notification-cache';
import { useUnreadCount } from './unread-count';

const notification = (id: number, read = false): Notification => ({
  id,
  read,
  type: 'like',
  createdAt: '2026-11-21T09:00:00.000Z',
  actor: null,
  count: 1,
  poll: { id: 3, question: 'Night train?' },
  comment: null,
});
const original = globalThis.fetch;
let client: QueryClient;
let answer: () => Promise<Response>;
const json = (status: number, body: unknown) =>
  Promise.resolve(
    new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    }),
  );

beforeEach(() => {
  localStorage.clear();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData<NotificationPages>(NOTIFICATIONS, {
    pages: [
      { items: [notification(5), notification(4)], nextCursor: 'c' },
      { items: [notification(2), notification(1, true)], nextCursor: null },
    ],
    pageParams: [null, 'c'],
  });
  client.setQueryData<number>(UNREAD, 3);
  globalThis.fetch = jest.fn(() => answer()) as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = original;
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const shown = () => notificationsOf(client.getQueryData<NotificationPages>(NOTIFICATIONS));
const unread = () => shown().filter((one) => !one.read).length;

test('a notification that has grown moves to the top, whatever page it was on', () => {
  expect(placeNotification(client, { ...notification(2), count: 4 })).toBe(false);
  expect(shown().map(({ id, count }) => [id, count])).toEqual([
    [2, 4],
    [5, 1],
    [4, 1],
    [1, 1],
  ]);
  expect(placeNotification(client, notification(1))).toBe(true);
  expect(placeNotification(client, notification(9))).toBe(true);
  expect(shown().map(({ id }) => id)).toEqual([9, 1, 2, 5, 4]);
});

test('mark all as read shows at once and comes back when the server refuses', async () => {
  let settle: (response: Response) => void = () => undefined;
  answer = () => new Promise((resolve) => (settle = resolve));
  const { result } = renderHook(() => ({ mark: useMarkAllRead(), toast: useShownToast() }), { wrapper });
  act(() => result.current.mark.mutate());
  await waitFor(() => expect(unread()).toBe(0));
  expect(client.getQueryData(UNREAD)).toBe(0);
  act(() =>
    settle(
      new Response(JSON.stringify({ message: 'Try later.', code: 'unavailable' }), {
        status: 503,
        headers: { 'content-type': 'application/json' },
      }),
    ),
  );
  await waitFor(() => expect(unread()).toBe(3));
  expect(client.getQueryData(UNREAD)).toBe(3);
  expect(result.current.toast).toMatchObject({
    title: 'Error marking notifications as read',
    description: 'Try later.',
  });
});

test('a count that had not arrived when marking was refused is read again', async () => {
  client.removeQueries({ queryKey: UNREAD });
  const counts: ((response: Response) => void)[] = [];
  globalThis.fetch = jest.fn((url: string) =>
    url.endsWith('/mark-all-read')
      ? json(503, { message: 'Try later.', code: 'unavailable' })
      : new Promise<Response>((resolve) => counts.push(resolve)),
  ) as unknown as typeof fetch;
  const { result } = renderHook(() => ({ mark: useMarkAllRead(), count: useUnreadCount(true) }), { wrapper });
  await waitFor(() => expect(counts).toHaveLength(1));
  act(() => result.current.mark.mutate());
  await waitFor(() => expect(counts).toHaveLength(2));
  act(() => counts[1]!(Response.json({ count: 3 })));
  await waitFor(() => expect(result.current.count).toBe(3));
});

test.each([
  ['refused', 503, { message: 'Try later.', code: 'unavailable' }],
  ['done', 200, { count: 0 }],
])('what is %s after somebody else has signed in is nothing of theirs', async (_what, status, body) => {
  let settle: (response: Response) => void = () => undefined;
  answer = () => new Promise((resolve) => (settle = resolve));
  client.setQueryData(ME, { id: 7 });
  const { result } = renderHook(() => ({ mark: useMarkAllRead(), toast: useShownToast() }), { wrapper });
  const said = result.current.toast;
  act(() => result.current.mark.mutate());
  await waitFor(() => expect(unread()).toBe(0));
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
  client.setQueryData(ME, { id: 8 });
  client.setQueryData<number>(UNREAD, 2);
  act(() => settle(Response.json(body, { status })));
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect([shown(), client.getQueryData(UNREAD)]).toEqual([[], 2]);
  expect(result.current.toast).toBe(said);
});

test('a refusal counts for the last user while the session is unknown', async () => {
  let settle: (response: Response) => void = () => undefined;
  answer = () => new Promise((resolve) => (settle = resolve));
  storeUser({ id: 7 } as User);
  const { result } = renderHook(() => useMarkAllRead(), { wrapper });
  act(() => result.current.mutate());
  await waitFor(() => expect(unread()).toBe(0));
  client.setQueryData(ME, { id: 7 });
  act(() => settle(Response.json({ message: 'Try later.', code: 'unavailable' }, { status: 503 })));
  await waitFor(() => expect(unread()).toBe(3));
});

test('what arrives while all is marked stays unread', async () => {
  answer = () => json(200, { count: 1 });
  const { result } = renderHook(() => ({ mark: useMarkAllRead(), toast: useShownToast() }), { wrapper });
  act(() => result.current.mark.mutate());
  await waitFor(() => expect(client.getQueryData(UNREAD)).toBe(1));
  expect(result.current.toast).toMatchObject({
    title: 'Notifications marked as read',
    description: 'All notifications have been marked as read.',
  });
});

test('an opened notification is read at once, once, and again as the server has it when that fails', async () => {
  answer = () => json(200, { count: 2 });
  const { result } = renderHook(() => ({ read: useMarkRead(), toast: useShownToast() }), { wrapper });
  const said = result.current.toast;
  await act(() => result.current.read.mutateAsync(4));
  expect([unread(), client.getQueryData(UNREAD), jest.mocked(fetch).mock.calls[0]![0]]).toEqual([
    2,
    2,
    '/api/notifications/4/read',
  ]);
  await act(() => result.current.read.mutateAsync(4));
  expect(client.getQueryData(UNREAD)).toBe(2);
  answer = () => json(503, { message: 'Try later.', code: 'unavailable' });
  await act(() => result.current.read.mutateAsync(5).catch(() => undefined));
  expect([NOTIFICATIONS, UNREAD].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  expect(result.current.toast).toBe(said);
});

test('a deleted notification goes with its part of the count; one that is gone already is no failure', async () => {
  answer = () => json(404, { message: 'x', code: 'notification-not-found' });
  const { result } = renderHook(() => ({ remove: useDeleteNotification(), toast: useShownToast() }), { wrapper });
  const before = result.current.toast;
  await act(() => result.current.remove.mutateAsync(2).catch(() => undefined));
  expect(shown().map(({ id }) => id)).toEqual([5, 4, 1]);
  expect(client.getQueryData(UNREAD)).toBe(2);
  expect(result.current.toast).toBe(before);
});

test('the unread count stays when it cannot be told, and is 0 where it never was', async () => {
  answer = () => json(503, { message: 'x', code: 'unavailable' });
  const before = renderHook(() => useUnreadCount(true), { wrapper });
  await act(() => client.refetchQueries({ queryKey: UNREAD }));
  expect(client.getQueryData(UNREAD)).toBe(3);
  before.unmount();
  client.removeQueries({ queryKey: UNREAD });
  const { result } = renderHook(() => useUnreadCount(true), { wrapper });
  await waitFor(() => expect(client.getQueryState(UNREAD)?.status).toBe('success'));
  expect(result.current).toBe(0);
});

test('a count that has grown unseen has the list read again; one that has not leaves it', async () => {
  const stale = () => client.getQueryState(NOTIFICATIONS)?.isInvalidated;
  answer = () => json(200, { count: 3 });
  renderHook(() => useUnreadCount(true), { wrapper });
  await act(() => client.refetchQueries({ queryKey: UNREAD }));
  expect(stale()).toBe(false);
  answer = () => json(200, { count: 4 });
  await act(() => client.refetchQueries({ queryKey: UNREAD }));
  expect(client.getQueryData(UNREAD)).toBe(4);
  expect(stale()).toBe(true);
});
