import { useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { ME } from '../session';
import { sessionRetry } from '../session-retry';
import { LiveConnection, type LiveStatus } from './live-connection';

/** The page's connection. */
export const live = new LiveConnection();

window.addEventListener('offline', () => live.pause());
// Otherwise the socket would wait for its next try.
window.addEventListener('online', () => live.resume());

const bound = new WeakSet<QueryClient>();

/**
 * Ties a connection to the session in the query cache: it closes when the session ends. After a refusal (close code
 * 4401) the session is read again, which renews an expired one, and then the connection is retried, each time later
 * than before. The session is also read while connecting keeps failing, since a missing session may be the reason; the
 * socket itself keeps trying.
 */
export function bindSession(client: QueryClient, connection: LiveConnection = live): void {
  if (bound.has(client)) return;
  bound.add(client);
  const retry = sessionRetry(client);
  connection.onFrame(() => retry.reset());
  connection.onDoubt(() => retry.later());
  connection.onStatus(() => {
    if (connection.status === 'refused') retry.later();
  });
  client.getQueryCache().subscribe((event) => {
    // Only an answer counts: marking the session as stale is an update, too.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== ME[0]) return;
    if (event.query.state.data !== null) return connection.sessionReady();
    retry.cancel();
    connection.close();
  });
}

/** State of the realtime connection; the 'Live' indicator shows while it is 'open'. */
export function useRealtimeStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => live.onStatus(listener),
    () => live.status,
  );
}
