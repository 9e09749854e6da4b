import { useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { ME } from '../session';
import { sessionRetry } from '../session-retry';
import { LiveConnection, type LiveStatus } from './live-connection';

/** The connection of this page. */
export const live = new LiveConnection();

window.addEventListener('offline', () => live.pause());
// The socket would wait for its next try.
window.addEventListener('online', () => live.resume());

const bound = new WeakSet<QueryClient>();

/**
 * Ties a connection to the session in the query cache: it closes when the session ends. After a refusal (close code
 * 4401) the session is asked for again, which renews an expired one, and only then is the connection tried once more,
 * each time later than before. While connecting keeps failing the session is asked for as well, since the upgrade may
 * be refused for want of one; the socket itself keeps trying.
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

/** State of the realtime connection; the 'Live' indicator shows while it is 'open' (spec 2, /poll/{id}). */
export function useRealtimeStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => live.onStatus(listener),
    () => live.status,
  );
}
