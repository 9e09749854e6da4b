import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pollKeys } from '../cache/poll-keys';
import { pollStore } from '../cache/poll-store';
import { readPoll } from './read-poll';

/** One poll for its page; what any list already holds of it is shown at once, while the server is asked. */
export function usePoll(id: number) {
  const client = useQueryClient();
  return useQuery({
    queryKey: pollKeys.detail(id),
    queryFn: ({ signal }) => readPoll(client, id, signal),
    enabled: Number.isSafeInteger(id) && id > 0,
    initialData: () => pollStore(client).find(id),
    // Known from a list, yet to be asked for: counts there may be older than this page's freshness.
    initialDataUpdatedAt: 0,
    staleTime: 10_000,
  });
}
