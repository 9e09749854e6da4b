import { useQuery, type QueryClient } from '@tanstack/react-query';
import { callOrNull, routes } from '../../../lib/api';
import { NOTICES, UNREAD } from './notice-cache';

/** Milliseconds between two questions (spec 9, Unread count refetch); live messages say it sooner. */
const INTERVAL_MS = 30_000;

async function readCount(client: QueryClient, signal: AbortSignal): Promise<number> {
  try {
    const count = (await callOrNull(routes.unreadCount, { signal }))?.count ?? 0;
    // One that came while no connection was up was never announced to the list.
    if (count > (client.getQueryData<number>(UNREAD) ?? count)) void client.invalidateQueries({ queryKey: NOTICES });
    return count;
  } catch (error) {
    if (signal.aborted) throw error;
    return client.getQueryData<number>(UNREAD) ?? 0;
  }
}

/** How many notices are unread; when that cannot be told, as many as before. */
export const useUnreadCount = (signedIn: boolean): number =>
  useQuery({
    queryKey: UNREAD,
    queryFn: ({ client, signal }) => readCount(client, signal),
    refetchInterval: INTERVAL_MS,
    enabled: signedIn,
  }).data ?? 0;
