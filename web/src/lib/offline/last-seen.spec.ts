import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { User } from '@inkling/contracts';
import { ApiFailure } from '../api';
import { ME } from '../session';
import { storeUser } from '../storage';
import { keptOwner } from './kept-owner';
import type { bindOffline as Bind } from './bind-offline';

/** Replaces IndexedDB, which jsdom lacks. */
const kept = new Map<string, { userId: number; savedAt: number; data: unknown }>();
jest.mock('./kept-store', () => ({
  putKept: async (key: string, userId: number, data: unknown, savedAt: number) =>
    kept.set(key, { userId, savedAt, data }),
  getKept: async (key: string, userId: number) => (kept.get(key)?.userId === userId ? kept.get(key) : null),
  trimKept: async () => undefined,
  clearKept: async () => kept.clear(),
}));

const { bindOffline } = jest.requireActual<{ bindOffline: typeof Bind }>('./bind-offline');

const person = (id: number) =>
  ({ id, name: `Person ${id}`, username: `person_${id}`, hasCompletedProfile: true }) as User;
const feed = (...ids: number[]) => ({ pages: ids.map((id) => ({ polls: [{ id }] })), pageParams: ids });
const noAnswer = () => Promise.reject(new ApiFailure(0, 'network', 'No answer'));
const FEED = ['polls', 'feed'];

let client: QueryClient;
const settle = () => jest.advanceTimersByTimeAsync(2_000);

beforeEach(() => {
  jest.useFakeTimers();
  kept.clear();
  localStorage.clear();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  bindOffline(client);
});
afterEach(() => {
  client.clear();
  jest.useRealTimers();
});

function signedIn(user: User): void {
  storeUser(user);
  client.setQueryData(ME, user);
}

test('keeps the first two pages for the signed-in user, and nothing else of the cache', async () => {
  signedIn(person(7));
  client.setQueryData(FEED, feed(3, 2, 1));
  client.setQueryData(['users', 7], { name: 'x' });
  await settle();
  expect([...kept.keys()]).toEqual(['feed']);
  expect(kept.get('feed')).toMatchObject({ userId: 7, data: feed(3, 2) });
  expect(keptOwner()).toBe(7);
});

test('forgets everything with the session, also what was about to be written', async () => {
  signedIn(person(7));
  client.setQueryData(FEED, feed(1));
  await settle();
  client.setQueryData(['polls', 'detail', 4], { id: 4 });
  client.setQueryData(ME, null);
  await settle();
  expect([kept.size, keptOwner()]).toEqual([0, null]);
});

test('the next account neither sees nor keeps what was the last one’s', async () => {
  kept.set('feed', { userId: 7, savedAt: 1, data: feed(1) });
  localStorage.setItem('inkling_kept', '7');
  signedIn(person(8));
  await client.fetchQuery({ queryKey: FEED, queryFn: noAnswer }).catch(() => undefined);
  await settle();
  expect(client.getQueryData(FEED)).toBeUndefined();
  expect([kept.size, keptOwner()]).toEqual([0, null]);
});

test('fills in what the server could not be asked for, and reads it again once the session is confirmed', async () => {
  kept.set('feed', { userId: 7, savedAt: 5, data: feed(1) });
  localStorage.setItem('inkling_kept', '7');
  storeUser(person(7));
  await client.fetchQuery({ queryKey: ME, queryFn: noAnswer }).catch(() => undefined);
  await client.fetchQuery({ queryKey: FEED, queryFn: noAnswer }).catch(() => undefined);
  await settle();
  expect(client.getQueryState(FEED)).toMatchObject({ data: feed(1), dataUpdatedAt: 5, isInvalidated: false });
  client.setQueryData(ME, person(7));
  await settle();
  expect(client.getQueryState(FEED)).toMatchObject({ isInvalidated: true });
  expect(keptOwner()).toBe(7);
});

test('a refusal is an answer: nothing is filled in for it', async () => {
  kept.set('feed', { userId: 7, savedAt: 5, data: feed(1) });
  localStorage.setItem('inkling_kept', '7');
  signedIn(person(7));
  await client
    .fetchQuery({ queryKey: FEED, queryFn: () => Promise.reject(new ApiFailure(500, 'internal', 'x')) })
    .catch(() => undefined);
  await settle();
  expect(client.getQueryData(FEED)).toBeUndefined();
});

test('the session is read again when the network returns during a request that still fails', async () => {
  signedIn(person(7));
  client.setQueryData(FEED, feed(5));
  await settle();
  client.clear();
  let fail = (): void => undefined;
  const asked = jest
    .fn<() => Promise<User>>()
    .mockImplementationOnce(
      () => new Promise((_resolve, reject) => (fail = () => reject(new ApiFailure(0, 'network', 'No answer')))),
    );
  asked.mockImplementation(async () => person(7));
  const observer = new QueryObserver(client, { queryKey: ME, queryFn: asked });
  const leave = observer.subscribe(() => undefined);
  window.dispatchEvent(new Event('online'));
  fail();
  await settle();
  expect(asked).toHaveBeenCalledTimes(2);
  expect(client.getQueryData(ME)).toEqual(person(7));
  await jest.advanceTimersByTimeAsync(300_000);
  expect(asked).toHaveBeenCalledTimes(2);
  leave();
});

test.each([
  ['nobody answers', noAnswer],
  ['the part that knows is away', () => Promise.reject(new ApiFailure(503, 'unavailable', 'Not now'))],
])('while %s it is asked for less and less often', async (_why, answer) => {
  signedIn(person(7));
  client.setQueryData(FEED, feed(5));
  await settle();
  client.clear();
  const asked = jest.fn(answer);
  const leave = new QueryObserver(client, { queryKey: ME, queryFn: asked }).subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(31_500);
  // After 1, 2, 4, 8 and 16 seconds.
  expect(asked).toHaveBeenCalledTimes(6);
  await jest.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked.mock.calls.length).toBeLessThan(6 + 12);
  leave();
});

test.each([
  [
    'where storage is blocked',
    () => {
      throw new DOMException('Blocked', 'SecurityError');
    },
  ],
  ['where it fails', () => ({ delete: () => Promise.reject(new Error('Full')) })],
])('a logout goes on %s', async (_where, get) => {
  Object.defineProperty(window, 'caches', { configurable: true, get });
  const failed = jest.fn();
  process.once('unhandledRejection', failed);
  try {
    signedIn(person(7));
    await settle();
    expect(() => client.setQueryData(ME, null)).not.toThrow();
    await settle();
    expect(keptOwner()).toBeNull();
    expect(failed).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', failed);
    Reflect.deleteProperty(window, 'caches');
  }
});

test('what was shared goes with the session', async () => {
  const remove = jest.fn(async (_name: string) => true);
  Object.defineProperty(window, 'caches', { configurable: true, value: { delete: remove } });
  signedIn(person(7));
  await settle();
  expect(remove).not.toHaveBeenCalled();
  client.setQueryData(ME, null);
  await settle();
  expect(remove).toHaveBeenCalledWith('inkling-shared');
  Reflect.deleteProperty(window, 'caches');
});
