import { useEffect, useSyncExternalStore } from 'react';
import { LiveConnection, type LiveStatus } from './live-connection';

export type { LiveStatus } from './live-connection';

/** The connection of this page. */
export const live = new LiveConnection();

/** State of the realtime connection; the 'Live' indicator shows while it is 'open' (spec 2, /poll/{id}). */
export function useRealtimeStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => live.onStatus(listener),
    () => live.status,
  );
}

/** Ties the connection to the session: it ends with the session and may come back with one. Mount once, above the pages. */
export function useRealtimeSession(signedIn: boolean): void {
  useEffect(() => {
    if (signedIn) live.sessionReady();
    else live.close();
  }, [signedIn]);
}
