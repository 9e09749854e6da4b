import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { CasePage } from '@inkling/contracts';
import type { CaseFilter } from '@inkling/contracts/constants';
import { call, routes } from '../../../../lib/api';

/** Milliseconds after which a visible queue is read again. */
const REFRESH_MS = 15_000;

const QUEUE = [routes.adminCases] as const;
/** It says how many cases wait. */
const OVERVIEW = [routes.adminOverview] as const;
const caseKey = (id: number) => [routes.adminCase, id] as const;

/** The cases of a filter, page by page, the oldest first. */
export const useQueue = (filter: CaseFilter) =>
  useInfiniteQuery({
    queryKey: [...QUEUE, filter],
    queryFn: ({ signal, pageParam }) =>
      call(routes.adminCases, { query: { filter, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });

/** One case. */
export const useCase = (id: number | null) =>
  useQuery({
    queryKey: caseKey(id ?? 0),
    queryFn: ({ signal }) => call(routes.adminCase, { params: { caseId: id ?? 0 }, signal }),
    enabled: id !== null,
    staleTime: 0,
  });

/** Changes of the lists on screen, and reading them again. */
export function useQueueCache() {
  const client = useQueryClient();
  return {
    /** Takes a case out of every list at once. */
    remove: (id: number): void => {
      // A response under way would bring it back.
      void client.cancelQueries({ queryKey: QUEUE });
      client.setQueriesData<InfiniteData<CasePage>>(
        { queryKey: QUEUE },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, cases: page.cases.filter((line) => line.id !== id) })),
          },
      );
    },
    /** Reads lists and numbers again, and a case. */
    refresh: (id: number) =>
      Promise.all([QUEUE, OVERVIEW, caseKey(id)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  };
}
