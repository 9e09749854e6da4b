import { useQuery } from '@tanstack/react-query';
import { callOrNull, routes } from '../../../lib/api';
import { pollKeys } from '../cache/query-keys';

/** Milliseconds. */
const STALE_MS = 5 * 60_000;

/** `GET /api/polls/trending`. */
export function useTrending() {
  return useQuery({
    queryKey: pollKeys.trending,
    queryFn: ({ signal }) => callOrNull(routes.trending, { signal }),
    staleTime: STALE_MS,
  });
}
