import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { Poll, PollPage } from '@inkling/contracts';
import { ApiFailure } from '../../../lib/api';
import { nextCursor, readPollPage, type ReadPage } from './read-poll';

export type PollPages = InfiniteData<PollPage | null>;

interface ListOptions {
  /** Milliseconds for which the list is fresh. */
  staleTime: number;
  /** Milliseconds between reads while the list is empty; no reads without it. */
  refetchWhileEmpty?: number;
  /** Retries, one second apart. */
  retries?: number;
  enabled?: boolean;
}

/**
 * The polls of each page read so far, each once: a poll can slip into the next page while older ones are deleted. An
 * unchanged page is the same array as before.
 */
export function pagesOf(data: PollPages | undefined): Poll[][] {
  const seen = new Set<number>();
  return (data?.pages ?? []).map((page) => {
    const polls = page?.polls ?? [];
    const first = polls.some(({ id }) => seen.has(id)) ? polls.filter(({ id }) => !seen.has(id)) : polls;
    for (const { id } of first) seen.add(id);
    return first;
  });
}

/** All polls of the pages read so far, each once. */
export const pollsOf = (data: PollPages | undefined): Poll[] => pagesOf(data).flat();

/** Options for reading a list of polls page by page. */
export const pollListOptions = (
  client: QueryClient,
  queryKey: QueryKey,
  read: ReadPage,
  { staleTime, refetchWhileEmpty, retries = 1, enabled = true }: ListOptions,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPollPage(client, read, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: PollPage | null) => nextCursor(page),
    staleTime,
    enabled,
    retry: (failures, error) =>
      failures < retries && !(error instanceof ApiFailure && error.status >= 400 && error.status < 500),
    retryDelay: 1_000,
    // Returning to a long list keeps it and the position in it; its visible cards get their counts live.
    refetchOnMount: (query) => (query.state.data?.pages.length ?? 0) <= 1,
    refetchOnWindowFocus: (query) => (query.state.data?.pages.length ?? 0) <= 1,
    refetchInterval: (query) =>
      refetchWhileEmpty && query.state.status === 'success' && pollsOf(query.state.data).length === 0
        ? refetchWhileEmpty
        : false,
  });

/** A list of polls, as in {@link pollListOptions}. */
export const usePollList = (queryKey: QueryKey, read: ReadPage, options: ListOptions) =>
  useInfiniteQuery(pollListOptions(useQueryClient(), queryKey, read, options));
