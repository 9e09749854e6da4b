import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { api, ApiFailure, onSessionLost } from './api';
import { storeUser } from './storage';
import type { User } from '@inkling/contracts';

const USER = { id: 7, name: 'Noor' } as User;
type Call = { method: string; url: URL; headers: Record<string, string>; body: unknown; credentials?: string };

let calls: Call[] = [];
/** Answers in their order: status and body. */
let answers: [status: number, body: unknown][] = [];

beforeEach(() => {
  calls = [];
  localStorage.clear();
  storeUser(USER);
  globalThis.fetch = jest.fn(async (input: unknown, init?: RequestInit) => {
    const { method = 'GET', headers, body, credentials } = init ?? {};
    calls.push({ method, url: new URL(String(input), 'http://localhost'), headers: headers as Record<string, string>, body, credentials });
    const [status, answer] = answers.shift() ?? [500, { message: 'no answer left', code: 'internal' }];
    return new Response(status === 204 ? null : JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } });
  }) as typeof fetch;
});
afterEach(() => expect(answers).toEqual([]));

const expired = [401, { message: 'Authentication required. Please log in.', code: 'unauthorized', authCookieFound: true }] as [number, unknown];
const none = [401, { message: 'Authentication required. Please log in.', code: 'unauthorized', authCookieFound: false }] as [number, unknown];
const failureOf = (promise: Promise<unknown>) => promise.then(() => null, (error: unknown) => error as ApiFailure);

test('a read sends cookies, the user identifier and no-cache, and a timestamp where caches must not answer', async () => {
  answers = [[200, []], [200, {}]];
  await api.get('/api/polls?page=2');
  await api.get('/api/config');
  expect(calls[0]).toMatchObject({ credentials: 'include', headers: { 'x-user-id': '7', 'cache-control': 'no-cache' } });
  expect(calls[0]!.url.searchParams.get('page')).toBe('2');
  expect(Number(calls[0]!.url.searchParams.get('_t'))).toBeGreaterThan(0);
  expect(calls[1]!.url.searchParams.has('_t')).toBe(false);
});

describe('401 with authCookieFound', () => {
  test('a GET goes once more with userId, and that answer counts', async () => {
    answers = [expired, [200, { id: 3 }]];
    expect(await api.get('/api/polls/3')).toEqual({ id: 3 });
    expect(calls.map((call) => call.url.searchParams.get('userId'))).toEqual([null, '7']);
    expect(calls[1]!.headers['x-user-id']).toBe('7');
  });

  test('a GET is retried only once, and the loss of the session is announced', async () => {
    const lost = jest.fn();
    const stop = onSessionLost(lost);
    answers = [expired, none];
    expect(await failureOf(api.get('/api/users/9'))).toMatchObject({ status: 401, message: 'Authentication required. Please log in.' });
    expect(calls).toHaveLength(2);
    expect(lost).toHaveBeenCalledTimes(1);
    stop();
  });

  test('a write refreshes the session first and then goes once more with its body', async () => {
    answers = [expired, [200, { user: USER }], [200, { id: 3 }]];
    expect(await api.post('/api/votes', { pollId: 3, optionIndex: 0 })).toEqual({ id: 3 });
    expect(calls.map((call) => `${call.method} ${call.url.pathname}`)).toEqual(['POST /api/votes', 'POST /api/auth/refresh-session', 'POST /api/votes']);
    expect(calls[1]!.body).toBe('{"userId":7}');
    expect(calls[2]!.body).toBe('{"pollId":3,"optionIndex":0}');
  });

  test('a write is not sent again when the session cannot be refreshed', async () => {
    answers = [expired, none];
    expect(await failureOf(api.del('/api/likes/3'))).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(calls).toHaveLength(2);
  });

  test('without a stored user nothing is retried', async () => {
    localStorage.clear();
    document.cookie = 'inkling_user_id=; max-age=0; path=/';
    answers = [expired];
    expect(await failureOf(api.get('/api/users/9'))).toMatchObject({ status: 401 });
    expect(calls).toHaveLength(1);
  });
});

test('401 without authCookieFound is final', async () => {
  answers = [none];
  expect(await failureOf(api.get('/api/users/9'))).toMatchObject({ status: 401 });
  expect(calls).toHaveLength(1);
});

test('a wrong password is not a lost session', async () => {
  const lost = jest.fn();
  const stop = onSessionLost(lost);
  answers = [[401, { message: 'Incorrect password for this email.', code: 'auth/wrong-password', authCookieFound: true }]];
  expect(await failureOf(api.post('/api/auth/login', {}))).toMatchObject({ code: 'auth/wrong-password' });
  expect(calls).toHaveLength(1);
  expect(lost).not.toHaveBeenCalled();
  stop();
});

test('a query is null for someone signed out where the specification says so, and Unauthorized elsewhere', async () => {
  answers = [none, none, [503, { message: 'away', code: 'unavailable' }]];
  expect(await api.query('/api/auth/me')).toBeNull();
  expect(await failureOf(api.query('/api/users/9'))).toMatchObject({ status: 401, message: 'Unauthorized' });
  expect(await failureOf(api.query('/api/polls'))).toMatchObject({ status: 503, message: 'Request failed: 503' });
});

test('no answer at all is status 0', async () => {
  globalThis.fetch = jest.fn(() => Promise.reject(new TypeError('fetch failed')));
  expect(await failureOf(api.get('/api/config'))).toMatchObject({ status: 0, code: 'network' });
});
