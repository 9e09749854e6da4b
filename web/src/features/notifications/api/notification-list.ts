import { useInfiniteQuery } from '@tanstack/react-query';
import { callPage, routes } from '../../../lib/api';
import { NOTIFICATIONS } from './notification-cache';

/** `GET /api/notifications`, page by page; live ones are added to it. */
export function useNotifications() {
  return useInfiniteQuery({
    queryKey: NOTIFICATIONS,
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.notifications, { query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Returning to a long list keeps it and the position in it; newer ones have arrived live.
    refetchOnMount: (query) => (query.state.data?.pages.length ?? 0) <= 1,
    refetchOnWindowFocus: (query) => (query.state.data?.pages.length ?? 0) <= 1,
  });
}
