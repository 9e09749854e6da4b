import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { STORAGE_USER, USER_ID_HEADER } from '@inkling/contracts/constants';
import { api } from './api';
import { takeEarly } from './early';

const script = readFileSync(join(process.cwd(), 'web/public/early.js'), 'utf8');
const asked = () => (globalThis.fetch as jest.Mock<typeof fetch>).mock.calls.map(([url]) => String(url).replace(/[?&]_t=\d+/, ''));

/** Runs the script as the page does. */
function open(path: string) {
  history.replaceState(null, '', path);
  new Function(script)();
}

beforeEach(() => {
  localStorage.clear();
  globalThis.fetch = jest.fn(() => Promise.resolve(new Response('{"polls":[]}', { headers: { 'content-type': 'application/json' } }))) as typeof fetch;
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
  await expect(api.query('/api/polls?limit=10&page=1')).resolves.toEqual({ polls: [] });
  expect(asked()).toHaveLength(3);
  await api.query('/api/polls?limit=10&page=1');
  expect(asked()).toHaveLength(4);
});

test('an answer that failed, is old or comes to someone who has left is not taken', async () => {
  const answer = (response: Promise<Response>, at = Date.now()) => (window.inklingEarly = { '/api/x': { at, answer: response } });
  answer(Promise.resolve(new Response('', { status: 401 })));
  await expect(takeEarly('/api/x')).resolves.toBeUndefined();
  answer(Promise.reject(new TypeError('fetch failed')));
  await expect(takeEarly('/api/x')).resolves.toBeUndefined();
  answer(Promise.resolve(new Response('{}')), Date.now() - 60_000);
  expect(takeEarly('/api/x')).toBeUndefined();
  answer(new Promise(() => undefined));
  const leaving = new AbortController();
  const taken = takeEarly('/api/x', leaving.signal);
  leaving.abort();
  await expect(taken).resolves.toBeUndefined();
});
