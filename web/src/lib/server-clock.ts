/** The server's time, for a device whose clock is wrong: polls end, and times count, by the server's. */
import { useSyncExternalStore } from 'react';

/** Milliseconds of difference that are none: neither timers nor what is on screen shall move for them. */
const TOLERANCE_MS = 5_000;
/** A `Date` header has whole seconds, rounded down. */
const SECOND = 1_000;

let offset = 0;
const listeners = new Set<() => void>();
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The server's time, in milliseconds since the epoch; the device's until an answer has told otherwise. */
export const serverNow = (): number => Date.now() + offset;

/**
 * What `serverNow` adds to the device's time, in milliseconds; renders again when it changes. For whatever shows times.
 */
export const useServerOffset = (): number => useSyncExternalStore(listen, () => offset);

/**
 * Learns from an answer that has just come. It was written between its request and now, so that a slow one only
 * corrects what it disproves, by the middle of that time.
 * @param askedAt the device's time at which it was asked for, in milliseconds
 */
export function noteServerTime(headers: Headers, askedAt: number): void {
  const date = headers.has('age') ? Number.NaN : Date.parse(headers.get('date') ?? '');
  const least = date - Date.now();
  const most = date + SECOND - askedAt;
  const agrees = (ms: number) => ms >= least - TOLERANCE_MS && ms <= most + TOLERANCE_MS;
  // Turned round when the device's clock has been turned back meanwhile.
  if (!(least <= most) || agrees(offset)) return;
  offset = agrees(0) ? 0 : Math.round((least + most) / 2);
  for (const listener of listeners) listener();
}
