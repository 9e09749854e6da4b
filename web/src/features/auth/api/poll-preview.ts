import { useEffect } from 'react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { SentPollPreview } from '@inkling/contracts';
import { ApiFailure, call, routes } from '../../../lib/api';
import { dropPendingVote, usePendingVote, type PendingVote } from '../../../lib/pending-vote/pending-vote';
import { serverNow } from '../../../lib/server-clock';
import { peekRedirect } from '../../../lib/redirect';
import type { LostCause } from '../say-lost-vote';

/** The shared poll that the visitor returns to after login, or null. */
function sentPollId(): number | null {
  const match = /^\/poll\/([1-9]\d{0,15})(?:[/?#]|$)/.exec(peekRedirect() ?? '');
  return match ? Number(match[1]) : null;
}

/** Why the visitor's choice can no longer be cast; null while it can. */
function lostCause(preview: SentPollPreview | undefined, error: unknown): LostCause | null {
  if (error instanceof ApiFailure && error.status === 404) return 'gone';
  return preview && preview.endDate !== null && Date.parse(preview.endDate) <= serverNow() ? 'ended' : null;
}

/**
 * The shared poll as anyone may see it, and the visitor's choice on it. A choice that can no longer be cast is dropped
 * with a message. The poll is as it was sent: the ballots that need more of it load on demand, to keep this page small.
 */
export function useSentPoll(): { preview: SentPollPreview | undefined; waiting: PendingVote | null } {
  const pending = usePendingVote();
  const id = pending?.pollId ?? sentPollId();
  const { data: preview, error } = useQuery({
    queryKey: ['poll-preview', id],
    queryFn: id === null ? skipToken : ({ signal }) => call(routes.pollPreview, { params: { id }, signal }),
    retry: false,
  });
  const cause = pending ? lostCause(preview, error) : null;
  useEffect(() => {
    if (cause === null) return;
    dropPendingVote();
    // The sentences load on demand to keep the first page small.
    void import('../say-lost-vote').then(({ sayLostVote }) => sayLostVote(cause));
  }, [cause]);
  return { preview, waiting: cause === null ? pending : null };
}
