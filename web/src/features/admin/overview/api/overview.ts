import { useQuery } from '@tanstack/react-query';
import type { OVERVIEW_DAYS } from '@inkling/contracts/constants';
import { call, routes } from '../../../../lib/api';

/** Days that the overview can show. */
export type Span = (typeof OVERVIEW_DAYS)[number];

/** Milliseconds after which a visible overview is read again. */
const REFRESH_MS = 60_000;

/** Figures of each day, and what waits now. */
export const useOverview = (days: Span) =>
  useQuery({
    queryKey: [routes.adminOverview, days],
    queryFn: ({ signal }) => call(routes.adminOverview, { query: { days }, signal }),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
