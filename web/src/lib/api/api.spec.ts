import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { call, callOrNull, messageOf, onSessionLost, orFail, routes, type ApiFailure } from './index';
import { storeUser } from '../storage';
import type { User } from '@inkling/contracts';

const USER = { id: 7, name: 'Noor' } as User;
const VOTE = { body: { pollId: 3, optionIndex: 0 } };
type Sent = { method: string; url: URL; headers: Record<string, string>; body: unknown; credentials?: string };

let calls: Sent[] = [];
/** Answers in their order: status and body. */
let answers: [status: number, body: unknown][] = [];

beforeEach(() => {
  calls = [];
  localStorage.clear();
  storeUser(USER);
  globalThis.fetch = jest.fn(async (input: unknown, init?: RequestInit) => {
    const { method = 'GET', headers, body, credentials } = init ?? {};
    calls.push({
      method,
      url: new URL(String(input), 'http://localhost'),
      headers: headers as Record<string, string>,
      body,
      credentials,
    });
    const [status, answer] = answers.shift() ?? [500, { message: 'no answer left', code: 'internal' }];
    return new Response(status === 204 ? null : JSON.stringify(answer), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  }) as typeof fetch;
});
afterEach(() => expect(answers).toEqual([]));

const expired = [
  401,
  { message: 'Authentication required. Please log in.', code: 'unauthorized', authCookieFound: true },
] as [number, unknown];
const none = [
  401,
  { message: 'Authentication required. Please log in.', code: 'unauthorized', authCookieFound: false },
] as [number, unknown];
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as ApiFailure,
  );

test('a read sends cookies, user identifier and no-cache, and a timestamp where caches must not answer', async () => {
  answers = [
    [200, []],
    [200, {}],
  ];
  await call(routes.feed, { query: { page: 2 } });
  await call(routes.config);
  expect(calls[0]).toMatchObject({
    credentials: 'include',
    headers: { 'x-user-id': '7', 'cache-control': 'no-cache' },
  });
  expect(calls[0]!.url.searchParams.get('page')).toBe('2');
  expect(Number(calls[0]!.url.searchParams.get('_t'))).toBeGreaterThan(0);
  expect(calls[1]!.url.searchParams.has('_t')).toBe(false);
});

describe('401 with authCookieFound', () => {
  test('a GET goes once more with userId, and that answer counts', async () => {
    answers = [expired, [200, { id: 3 }]];
    expect(await call(routes.poll, { params: { id: 3 } })).toEqual({ id: 3 });
    expect(calls.map((sent) => sent.url.searchParams.get('userId'))).toEqual([null, '7']);
    expect(calls[1]!.headers['x-user-id']).toBe('7');
  });

  test('a GET is retried only once, and the loss of the session is announced', async () => {
    const lost = jest.fn();
    const stop = onSessionLost(lost);
    answers = [expired, none];
    expect(await failureOf(call(routes.user, { params: { id: 9 } }))).toMatchObject({
      status: 401,
      message: 'Authentication required. Please log in.',
    });
    expect(calls).toHaveLength(2);
    expect(lost).toHaveBeenCalledTimes(1);
    stop();
  });

  test('a write refreshes the session first and then goes once more with its body', async () => {
    answers = [expired, [200, { user: USER }], [200, { id: 3 }]];
    expect(await call(routes.vote, { body: { pollId: 3, optionIndex: 0 } })).toEqual({ id: 3 });
    expect(calls.map((sent) => `${sent.method} ${sent.url.pathname}`)).toEqual([
      'POST /api/votes',
      'POST /api/auth/refresh-session',
      'POST /api/votes',
    ]);
    expect(calls[1]!.body).toBe('{"userId":7}');
    expect(calls[2]!.body).toBe('{"pollId":3,"optionIndex":0}');
  });

  test('a write is not sent again when the session cannot be refreshed', async () => {
    answers = [expired, none];
    expect(await failureOf(call(routes.unlike, { params: { pollId: 3 } }))).toMatchObject({
      status: 401,
      code: 'unauthorized',
    });
    expect(calls).toHaveLength(2);
  });

  test('without a stored user nothing is retried', async () => {
    localStorage.clear();
    document.cookie = 'inkling_user_id=; max-age=0; path=/';
    answers = [expired];
    expect(await failureOf(call(routes.user, { params: { id: 9 } }))).toMatchObject({ status: 401 });
    expect(calls).toHaveLength(1);
  });
});

describe('several requests that find the session expired at once', () => {
  /** Whether the access cookie is good; a rotation makes it so. */
  let signedIn: boolean;
  let rotations: string[];
  let open: (() => void)[];

  beforeEach(() => {
    signedIn = false;
    rotations = [];
    open = [];
    globalThis.fetch = jest.fn(async (input: unknown, init?: RequestInit) => {
      const url = new URL(String(input), 'http://localhost');
      const answer = (status: number, body: unknown) =>
        new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
      if (signedIn) return answer(200, { path: url.pathname });
      if (url.pathname !== '/api/auth/refresh-session' && !url.searchParams.has('userId')) return answer(...expired);
      rotations.push(`${init?.method} ${url.pathname}`);
      await new Promise<void>((resolve) => open.push(resolve));
      signedIn = true;
      return answer(200, { path: url.pathname });
    }) as typeof fetch;
  });

  /** Lets every request get as far as it can, then answers the rotation. */
  async function rotate(): Promise<void> {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    for (const finish of open.splice(0)) finish();
  }

  test('the first GET renews it, the others wait and follow', async () => {
    const reads = Promise.all([call(routes.feed), call(routes.myUser), call(routes.trending), callOrNull(routes.me)]);
    await rotate();
    expect(await reads).toEqual(
      ['/api/polls', '/api/users/me', '/api/polls/trending', '/api/auth/me'].map((path) => ({ path })),
    );
    expect(rotations).toEqual(['GET /api/polls']);
  });

  test('so do writes, and writes beside reads', async () => {
    const calls = Promise.all([
      call(routes.like, { body: { pollId: 1 } }),
      call(routes.unsave, { params: { pollId: 1 } }),
      call(routes.myUser),
    ]);
    await rotate();
    expect(await calls).toHaveLength(3);
    expect(rotations).toEqual(['POST /api/auth/refresh-session']);
  });

  test('a read that its reader gives up still brings the new session to the others', async () => {
    const leaving = new AbortController();
    const given = failureOf(call(routes.feed, { signal: leaving.signal }));
    const other = call(routes.myUser);
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    leaving.abort();
    await rotate();
    expect(await other).toEqual({ path: '/api/users/me' });
    expect(await given).toMatchObject({ name: 'AbortError' });
    expect(rotations).toHaveLength(1);
  });

  test('when it is lost, nobody tries again', async () => {
    const sent: string[] = [];
    globalThis.fetch = jest.fn(async (input: unknown) => {
      sent.push(String(input));
      const [status, body] = String(input).includes('userId=') ? none : expired;
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    }) as typeof fetch;
    const failures = await Promise.all([
      failureOf(call(routes.user, { params: { id: 1 } })),
      failureOf(call(routes.user, { params: { id: 2 } })),
      failureOf(call(routes.vote, VOTE)),
    ]);
    expect(failures.map((failure) => failure?.status)).toEqual([401, 401, 401]);
    expect(sent.filter((address) => address.includes('userId='))).toHaveLength(1);
    expect(sent).toHaveLength(4);
  });
});

test("the message of a failure is the server's, else its text, else the status", async () => {
  const replies = [
    new Response(JSON.stringify({ message: 'This poll has ended.', code: 'poll-ended' }), {
      status: 403,
      headers: { 'content-type': 'application/json' },
    }),
    new Response('upstream is away', { status: 502, headers: { 'content-type': 'text/plain' } }),
    new Response(null, { status: 504, statusText: 'Gateway Timeout' }),
    new Response(null, { status: 401 }),
  ];
  globalThis.fetch = jest.fn(async () => replies.shift()!) as typeof fetch;
  expect(await failureOf(call(routes.vote, VOTE))).toMatchObject({
    status: 403,
    code: 'poll-ended',
    message: 'This poll has ended.',
  });
  expect(await failureOf(call(routes.config))).toMatchObject({
    status: 502,
    code: 'unknown',
    message: 'upstream is away',
  });
  expect(await failureOf(call(routes.config))).toMatchObject({ message: 'Gateway Timeout' });
  expect(await failureOf(call(routes.config))).toMatchObject({ message: 'Authentication required. Please log in.' });
});

test("a person reads the server's sentence, or the caller's where it gave none, and never a bare status", async () => {
  const json = { 'content-type': 'application/json' };
  const replies = [
    new Response(JSON.stringify({ message: 'This poll has ended.', code: 'poll-ended' }), {
      status: 403,
      headers: json,
    }),
    new Response('<html>502 Bad Gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    new Response(null, { status: 504, statusText: 'Gateway Timeout' }),
  ];
  globalThis.fetch = jest.fn(async () => replies.shift()!) as typeof fetch;
  const read = async () => messageOf(await failureOf(call(routes.vote, VOTE)), 'Failed to vote');
  expect([await read(), await read(), await read()]).toEqual([
    'This poll has ended.',
    'Failed to vote',
    'Failed to vote',
  ]);
});

test('a call fails with the sentence of its caller where the server gave none', async () => {
  globalThis.fetch = jest.fn(async () => new Response(null, { status: 500 })) as typeof fetch;
  expect(await failureOf(orFail(callOrNull(routes.feed), 'Failed to fetch polls'))).toMatchObject({
    status: 500,
    message: 'Failed to fetch polls',
  });
  globalThis.fetch = jest.fn(async () =>
    Response.json({ message: 'Come back later.' }, { status: 503 }),
  ) as unknown as typeof fetch;
  expect(await failureOf(orFail(callOrNull(routes.feed), 'Failed to fetch polls'))).toMatchObject({
    message: 'Come back later.',
  });
});

test('401 without authCookieFound is final', async () => {
  answers = [none];
  expect(await failureOf(call(routes.user, { params: { id: 9 } }))).toMatchObject({ status: 401 });
  expect(calls).toHaveLength(1);
});

test('a wrong password is not a lost session', async () => {
  const lost = jest.fn();
  const stop = onSessionLost(lost);
  answers = [
    [401, { message: 'Incorrect password for this email.', code: 'auth/wrong-password', authCookieFound: true }],
  ];
  expect(
    await failureOf(call(routes.login, { body: { email: 'noor@haddad.example', password: 'wrong' } })),
  ).toMatchObject({ code: 'auth/wrong-password' });
  expect(calls).toHaveLength(1);
  expect(lost).not.toHaveBeenCalled();
  stop();
});

test('a read is null for someone signed out where the screen is then empty, and Unauthorized elsewhere', async () => {
  answers = [none, none, [503, { message: 'away', code: 'unavailable' }]];
  expect(await callOrNull(routes.me)).toBeNull();
  expect(await failureOf(callOrNull(routes.user, { params: { id: 9 } }))).toMatchObject({
    status: 401,
    message: 'Unauthorized',
  });
  expect(await failureOf(callOrNull(routes.feed))).toMatchObject({ status: 503, message: 'Request failed: 503' });
});

test('no answer at all is status 0', async () => {
  globalThis.fetch = jest.fn(() => Promise.reject(new TypeError('fetch failed')));
  expect(await failureOf(call(routes.config))).toMatchObject({ status: 0, code: 'network' });
});
