import { useEffect } from 'react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { PollPreview } from '@inkling/contracts';
import { ApiFailure, call, routes } from '../../../lib/api';
import { dropPendingVote, usePendingVote, type PendingVote } from '../../../lib/pending-vote/pending-vote';
import { serverNow } from '../../../lib/server-clock';
import { peekRedirect } from '../../../lib/redirect';
import type { LostCause } from '../say-lost-vote';

/** The poll that a visitor was sent and comes back to after login, or null. */
function sentPollId(): number | null {
  const match = /^\/poll\/([1-9]\d{0,15})(?:[/?#]|$)/.exec(peekRedirect() ?? '');
  return match ? Number(match[1]) : null;
}

/** Why nothing can be cast any more on a poll on which a choice waits; null where it can. */
function lostCause(preview: PollPreview | undefined, error: unknown): LostCause | null {
  if (error instanceof ApiFailure && error.status === 404) return 'gone';
  return preview && preview.endDate !== null && Date.parse(preview.endDate) <= serverNow() ? 'ended' : null;
}

/**
 * The poll that a visitor was sent, as anyone may see it, and the choice on it that waits. A choice that cannot be cast
 * any more is dropped, and said so.
 */
export function useSentPoll(): { preview: PollPreview | undefined; waiting: PendingVote | null } {
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
    // The sentences come when they are needed: the first page stays small.
    void import('../say-lost-vote').then(({ sayLostVote }) => sayLostVote(cause));
  }, [cause]);
  return { preview, waiting: cause === null ? pending : null };
}
