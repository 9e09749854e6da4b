import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { callOrNull, routes } from '../../../lib/api';

/** Milliseconds. */
const STALE_MS = 30_000;

const featured = queryOptions({
  queryKey: ['featured'],
  queryFn: ({ signal }) => callOrNull(routes.featured, { signal }),
  staleTime: STALE_MS,
});

/** Reads them before anything shows them. Settles when they have been read or could not be. */
export const readFeatured = (client: QueryClient): Promise<void> => client.prefetchQuery(featured);

/** `GET /api/users/featured`: the people of the 'Recent Polls' strip. */
export const useFeatured = () => useQuery(featured);
