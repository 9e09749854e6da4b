/** The server's time, for devices with a wrong clock: poll ends and ages follow the server. */
import { createStore, useStore } from './store';

/** Smaller differences in milliseconds are ignored, so that neither timers nor the screen change for them. */
const TOLERANCE_MS = 5_000;
/** A `Date` header has whole seconds, rounded down. */
const SECOND = 1_000;

/** What to add to the device's time, in milliseconds. */
const offset = createStore(0);

/** The server's time, in milliseconds since the epoch; the device's until an answer shows a difference. */
export const serverNow = (): number => Date.now() + offset.get();

/**
 * The difference between the server's and the device's time, in milliseconds; renders again when it changes. For
 * components that show times.
 */
export const useServerOffset = (): number => useStore(offset);

/**
 * Learns from an answer that has just arrived. It was written between its request and now, so a slow answer only
 * corrects what it disproves, assuming the middle of that interval.
 * @param askedAt the device's time of the request, in milliseconds
 */
export function noteServerTime(headers: Headers, askedAt: number): void {
  const date = headers.has('age') ? Number.NaN : Date.parse(headers.get('date') ?? '');
  const least = date - Date.now();
  const most = date + SECOND - askedAt;
  const agrees = (ms: number) => ms >= least - TOLERANCE_MS && ms <= most + TOLERANCE_MS;
  // The interval is reversed when the device's clock was set back meanwhile.
  if (!(least <= most) || agrees(offset.get())) return;
  offset.set(agrees(0) ? 0 : Math.round((least + most) / 2));
}
