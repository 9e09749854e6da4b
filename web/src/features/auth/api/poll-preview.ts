import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { PollPreview } from '@inkling/contracts';
import { api, ApiFailure } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { dropPendingVote, usePendingVote, type PendingVote } from '../../../lib/pending-vote/pending-vote';
import { serverNow } from '../../../lib/server-clock';
import { peekRedirect } from '../../../lib/storage';
import { toast } from '../../../lib/toast';
import '../../../lib/i18n/poll-strings';

/** The poll that a visitor was sent and comes back to after login, or null. */
function sentPollId(): number | null {
  const match = /^\/poll\/([1-9]\d{0,15})(?:[/?#]|$)/.exec(peekRedirect() ?? '');
  return match ? Number(match[1]) : null;
}

/** What became of a poll on which a choice waits, when nothing can be cast on it any more. */
function lostCause(preview: PollPreview | undefined, error: unknown): { title: string; description: string } | null {
  if (error instanceof ApiFailure && error.status === 404)
    return { title: t('polls.notFound'), description: t('polls.waitingGone') };
  if (preview && preview.endDate !== null && Date.parse(preview.endDate) <= serverNow())
    return { title: t('polls.pollEnded'), description: t('polls.waitingEnded') };
  return null;
}

/**
 * The poll that a visitor was sent, as anyone may see it, and the choice on it that waits. A choice that cannot be cast any
 * more is dropped, and said so.
 */
export function useSentPoll(): { preview: PollPreview | undefined; waiting: PendingVote | null } {
  const pending = usePendingVote();
  const id = pending?.pollId ?? sentPollId();
  const { data: preview, error } = useQuery({
    queryKey: ['poll-preview', id],
    queryFn: ({ signal }) => api.get<PollPreview>(`/api/polls/${id}/preview`, { signal }),
    enabled: id !== null,
    retry: false,
  });
  const cause = pending ? lostCause(preview, error) : null;
  const lost = cause !== null;
  useEffect(() => {
    if (!lost || !cause) return;
    dropPendingVote();
    toast({ ...cause, variant: 'destructive' });
    // The sentences follow from the cause.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lost]);
  return { preview, waiting: lost ? null : pending };
}
