import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { STORAGE_USER, USER_ID_HEADER } from '@inkling/contracts/constants';
import { call, callOrNull, routes } from './index';
import { beginEarly } from '../../early/begin-early';
import { takeEarly } from './early';

const asked = () =>
  (globalThis.fetch as jest.Mock<typeof fetch>).mock.calls.map(([url]) => (url as string).replace(/[?&]_t=\d+/, ''));

function open(path: string) {
  history.replaceState(null, '', path);
  beginEarly();
}

beforeEach(() => {
  localStorage.clear();
  globalThis.fetch = jest.fn(() =>
    Promise.resolve(new Response('{"polls":[]}', { headers: { 'content-type': 'application/json' } })),
  ) as typeof fetch;
});
afterEach(() => {
  delete window.inklingEarly;
  jest.useRealTimers();
});

test('a stranger is asked for the session alone, someone who was here for the first data too', () => {
  open('/home');
  expect(asked()).toEqual(['/api/auth/me']);
  localStorage.setItem(STORAGE_USER, JSON.stringify({ id: 7 }));
  open('/poll/12');
  expect(asked().slice(1)).toEqual(['/api/auth/me', '/api/polls/12']);
  const [, options] = (globalThis.fetch as jest.Mock<typeof fetch>).mock.calls[2]!;
  expect(options?.headers).toMatchObject({ [USER_ID_HEADER.toLowerCase()]: '7' });
});

test('the first read takes what was asked for, and the next one asks again', async () => {
  localStorage.setItem(STORAGE_USER, JSON.stringify({ id: 7 }));
  open('/home');
  expect(asked()).toHaveLength(3);
  await expect(callOrNull(routes.feed, { query: { limit: '10', page: 1 } })).resolves.toEqual({ polls: [] });
  expect(asked()).toHaveLength(3);
  await callOrNull(routes.feed, { query: { limit: '10', page: 1 } });
  expect(asked()).toHaveLength(4);
});

test('an answer that failed, is old or comes to someone who has left is not taken', async () => {
  const stop = new AbortController();
  const { signal } = new AbortController();
  const answer = (response: Promise<Response>, at = Date.now()) =>
    (window.inklingEarly = { '/api/x': { sentAt: at, answer: response, stop } });
  answer(Promise.resolve(new Response('', { status: 503 })));
  await expect(takeEarly('/api/x', signal)).resolves.toBeUndefined();
  answer(Promise.reject(new TypeError('fetch failed')));
  await expect(takeEarly('/api/x', signal)).resolves.toBeUndefined();
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) });
  answer(Promise.resolve(new Response(broken, { status: 503 })));
  await expect(takeEarly('/api/x', signal)).resolves.toBeUndefined();
  expect(stop.signal.aborted).toBe(false);
  answer(Promise.resolve(new Response('{}')), Date.now() - 60_000);
  expect(takeEarly('/api/x', signal)).toBeUndefined();
  expect(stop.signal.aborted).toBe(true);
});

/** A server that takes a request and never answers it. */
const silent = () => {
  globalThis.fetch = jest.fn<typeof fetch>((_url, options) => {
    const signal = options!.signal!;
    return new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
};

test('a request that hangs ends with the one who waits for it', async () => {
  silent();
  open('/login');
  const leaving = new AbortController();
  const asking = call(routes.config, { signal: leaving.signal });
  leaving.abort();
  await expect(asking).rejects.toThrow(/abort/i);
  expect(asked()).toContain('/api/config');
});

test('a request that hangs fails after twenty seconds, as any other, also while its answer is being read', async () => {
  jest.useFakeTimers();
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => {
    const ends = new AbortController();
    setTimeout(() => ends.abort(new DOMException('', 'TimeoutError')), ms);
    return ends.signal;
  };
  try {
    silent();
    open('/login');
    const failure = call(routes.config).catch((error: unknown) => error);
    let settled = false;
    void failure.then(() => (settled = true));
    await jest.advanceTimersByTimeAsync(19_900);
    expect(settled).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    expect(await failure).toMatchObject({ status: 0, code: 'network' });

    const stop = new AbortController();
    const body = new ReadableStream({
      start: (stream) => stop.signal.addEventListener('abort', () => stream.error(new DOMException('', 'AbortError'))),
    });
    window.inklingEarly = { '/api/config': { sentAt: Date.now(), answer: Promise.resolve(new Response(body)), stop } };
    const reading = call(routes.config).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(20_100);
    expect(await reading).toMatchObject({ status: 0, code: 'network' });
  } finally {
    AbortSignal.timeout = timeout;
  }
});

test('an answer that there is no session is taken: asked again it would be the same', async () => {
  const response = new Response('', { status: 401 });
  window.inklingEarly = {
    '/api/auth/me': { sentAt: Date.now(), answer: Promise.resolve(response), stop: new AbortController() },
  };
  await expect(takeEarly('/api/auth/me', new AbortController().signal)).resolves.toBe(response);
});
