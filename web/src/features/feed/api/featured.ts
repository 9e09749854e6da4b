import { useQuery } from '@tanstack/react-query';
import type { FeaturedUser } from '@inkling/contracts';
import { api } from '../../../lib/api';

/** Fresh for half a minute (spec 9). */
const STALE_MS = 30_000;

/** `GET /api/users/featured`: the people of the 'Recent Polls' strip. */
export function useFeatured() {
  return useQuery({
    queryKey: ['featured'],
    queryFn: ({ signal }) => api.query<FeaturedUser[]>('/api/users/featured', { signal }),
    staleTime: STALE_MS,
  });
}
