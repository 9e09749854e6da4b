import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { UNREAD } from './notice-cache';

/** Milliseconds between two questions (spec 9, Unread count refetch); live messages say it sooner. */
const INTERVAL_MS = 30_000;

async function readCount(signal: AbortSignal): Promise<number> {
  try {
    return (await api.query<{ count: number }>('/api/notifications/unread/count', { signal }))?.count ?? 0;
  } catch (error) {
    if (signal.aborted) throw error;
    return 0;
  }
}

/** How many notices are unread; 0 when it cannot be told (spec 7, Notifications). */
export const useUnreadCount = (signedIn: boolean): number =>
  useQuery({ queryKey: UNREAD, queryFn: ({ signal }) => readCount(signal), refetchInterval: INTERVAL_MS, enabled: signedIn }).data ?? 0;
