import { useQuery } from '@tanstack/react-query';
import type { PollPreview } from '@inkling/contracts';
import { api } from '../../../lib/api';
import { peekRedirect } from '../../../lib/storage';

/** The poll that a visitor was sent and comes back to after login, or null. */
function sentPollId(): number | null {
  const match = /^\/poll\/([1-9]\d{0,15})(?:[/?#]|$)/.exec(peekRedirect() ?? '');
  return match ? Number(match[1]) : null;
}

/** What anyone may see of the poll in the saved redirect (decisions, Routes); undefined without one. */
export function usePollPreview(): PollPreview | undefined {
  const id = sentPollId();
  return useQuery({
    queryKey: ['poll-preview', id],
    queryFn: ({ signal }) => api.get<PollPreview>(`/api/polls/${id}/preview`, { signal }),
    enabled: id !== null,
    retry: false,
  }).data;
}
