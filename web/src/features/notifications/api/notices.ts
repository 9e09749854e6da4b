import { useInfiniteQuery } from '@tanstack/react-query';
import { callPage, routes } from '../../../lib/api';
import { NOTICES } from './notice-cache';

/** `GET /api/notifications`, page by page; what arrives live is put into it. */
export function useNotices() {
  return useInfiniteQuery({
    queryKey: NOTICES,
    queryFn: ({ pageParam, signal }) =>
      callPage(routes.notifications, { query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Coming back to a long list keeps it and the place in it; what is new has come live.
    refetchOnMount: (query) => (query.state.data?.pages.length ?? 0) <= 1,
    refetchOnWindowFocus: (query) => (query.state.data?.pages.length ?? 0) <= 1,
  });
}
