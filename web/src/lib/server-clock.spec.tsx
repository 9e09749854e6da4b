import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { call, routes } from './api';
import { longAgo } from './relative-time';
import { serverNow, useServerOffset } from './server-clock';
import { hasEnded, shortAgo, timeLeft } from './time';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Whole seconds, as in the header. */
const REAL = Date.parse('2026-11-21T12:00:00.000Z');

const original = globalThis.fetch;
/** The server's clock, the time an answer takes, and its other headers. */
let server: { now: number; takes: number; headers: Record<string, string> };

/** How far serverNow() is ahead of the device's clock. */
const ahead = () => serverNow() - Date.now();

beforeEach(async () => {
  jest.useFakeTimers({ now: REAL });
  server = { now: REAL, takes: 0, headers: {} };
  globalThis.fetch = jest.fn(async () => {
    const date = new Date(server.now).toUTCString();
    jest.setSystemTime(Date.now() + server.takes);
    return new Response('{}', { headers: { 'content-type': 'application/json', date, ...server.headers } });
  }) as unknown as typeof fetch;
  // Undoes the offset of an earlier test.
  await call(routes.config);
  expect(ahead()).toBe(0);
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = original;
});

test('a clock two days fast ends no poll and turns no time round, from the first answer on', async () => {
  jest.setSystemTime(REAL + 2 * DAY);
  const end = new Date(REAL + 3 * HOUR + 60_000).toISOString();
  const past = new Date(REAL - 3 * HOUR - 60_000).toISOString();
  expect(hasEnded(end)).toBe(true);
  await call(routes.config);
  expect(Math.abs(serverNow() - REAL)).toBeLessThanOrEqual(1_000);
  expect([hasEnded(end), timeLeft(end), shortAgo(past), longAgo(past)]).toEqual([
    false,
    '3 hours left',
    '3h',
    '3 hours ago',
  ]);
});

test('a clock that is slow is corrected, too', async () => {
  jest.setSystemTime(REAL - 2 * DAY);
  await call(routes.config);
  expect(hasEnded(new Date(REAL - HOUR).toISOString())).toBe(true);
});

test('a difference of some seconds is none, and a known one does not tremble', async () => {
  server.now = REAL + 4_000;
  await call(routes.config);
  expect(ahead()).toBe(0);
  server.now = REAL + HOUR;
  await call(routes.config);
  const known = ahead();
  for (const jitter of [-3_000, 3_000, 1_000]) {
    server.now = REAL + HOUR + jitter;
    await call(routes.config);
    expect(ahead()).toBe(known);
  }
  // The device's clock has been corrected.
  server.now = REAL;
  await call(routes.config);
  expect(ahead()).toBe(0);
});

test('a slow answer proves no difference that it cannot know, and a quicker one corrects it', async () => {
  server.takes = 60_000;
  await call(routes.config);
  expect(ahead()).toBe(0);
  server = { ...server, now: REAL + DAY, takes: 16_000 };
  jest.setSystemTime(REAL);
  await call(routes.config);
  expect(Math.abs(ahead() - DAY)).toBeLessThanOrEqual(8_500);
  server.takes = 100;
  jest.setSystemTime(REAL);
  await call(routes.config);
  expect(Math.abs(ahead() - DAY)).toBeLessThanOrEqual(500);
});

test.each([
  ['came from a cache', { age: '90' }],
  ['bears no time', { date: '' }],
])('an answer that %s counts for nothing', async (_what, headers) => {
  server = { ...server, now: REAL - DAY, headers };
  await call(routes.config);
  expect(ahead()).toBe(0);
});

test('nor does one during which the clock was turned back', async () => {
  server.takes = -2 * DAY;
  await call(routes.config);
  expect(ahead()).toBe(0);
});

test('what was asked for before the application was there counts from when it was asked', async () => {
  jest.setSystemTime(REAL + 2 * DAY + 8_000);
  const answer = Promise.resolve(new Response('{}', { headers: { date: new Date(REAL).toUTCString() } }));
  window.inklingEarly = { '/api/auth/me': { sentAt: REAL + 2 * DAY, answer, stop: new AbortController() } };
  await call(routes.me);
  expect(globalThis.fetch).toHaveBeenCalledTimes(1);
  expect(Math.abs(ahead() + 2 * DAY)).toBeLessThanOrEqual(4_500);
});

test('who shows times is rendered again when the difference changes, and only then', async () => {
  let renders = 0;
  const { result } = renderHook(() => {
    renders++;
    return useServerOffset();
  });
  await act(() => call(routes.config));
  expect([result.current, renders]).toEqual([0, 1]);
  server.now = REAL - 2 * DAY;
  await act(() => call(routes.config));
  expect(renders).toBe(2);
  expect(result.current).toBe(ahead());
});
