import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pollKeys } from '../cache/query-keys';
import { pollStore } from '../cache/poll-store';
import { readPoll } from './read-poll';

/** One poll for its page; a copy from any list is shown while the server answers. */
export function usePoll(id: number) {
  const client = useQueryClient();
  return useQuery({
    queryKey: pollKeys.detail(id),
    queryFn: ({ signal }) => readPoll(client, id, signal),
    enabled: Number.isSafeInteger(id) && id > 0,
    initialData: () => pollStore(client).find(id),
    // Forces a read: counts in a list may be older than this page's freshness allows.
    initialDataUpdatedAt: 0,
    staleTime: 10_000,
  });
}
