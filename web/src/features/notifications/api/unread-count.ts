import { useQuery, type QueryClient } from '@tanstack/react-query';
import { callOrNull, routes } from '../../../lib/api';
import { NOTIFICATIONS, UNREAD } from './notification-cache';

/** Milliseconds between two reads; live messages update the count sooner. */
const INTERVAL_MS = 30_000;

async function readCount(client: QueryClient, signal: AbortSignal): Promise<number> {
  try {
    const count = (await callOrNull(routes.unreadCount, { signal }))?.count ?? 0;
    // One that arrived while the connection was down was never added to the list.
    if (count > (client.getQueryData<number>(UNREAD) ?? count))
      void client.invalidateQueries({ queryKey: NOTIFICATIONS });
    return count;
  } catch (error) {
    if (signal.aborted) throw error;
    return client.getQueryData<number>(UNREAD) ?? 0;
  }
}

/** The number of unread notifications; when it cannot be read, the last known one. */
export const useUnreadCount = (signedIn: boolean): number =>
  useQuery({
    queryKey: UNREAD,
    queryFn: ({ client, signal }) => readCount(client, signal),
    refetchInterval: INTERVAL_MS,
    enabled: signedIn,
  }).data ?? 0;
