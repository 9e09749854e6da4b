import { useQuery } from '@tanstack/react-query';
import type { TrendingPoll } from '@inkling/contracts';
import { api } from '../../../lib/api';
import { pollKeys } from '../cache/poll-keys';

/** Fresh for five minutes (spec 9). */
const STALE_MS = 5 * 60_000;

/** `GET /api/polls/trending`. */
export function useTrending() {
  return useQuery({
    queryKey: pollKeys.trending,
    queryFn: ({ signal }) => api.query<TrendingPoll[]>('/api/polls/trending', { signal }),
    staleTime: STALE_MS,
  });
}
