import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SEARCH_MAX, SEARCH_MIN } from '@inkling/contracts/constants';
import { call, routes } from '../../../lib/api';

/** Searches from two characters on; previous results stay until the new ones arrive. */
export function useSearch(query: string) {
  const text = query.trim().slice(0, SEARCH_MAX);
  return useQuery({
    queryKey: [routes.search, text],
    queryFn: ({ signal }) => call(routes.search, { query: { q: text }, signal }),
    enabled: text.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
