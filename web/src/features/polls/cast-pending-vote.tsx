import { useEffect } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Poll } from '@inkling/contracts';
import { choicesOfViewer } from '@inkling/contracts/ordinary-poll';
import { ApiFailure } from '../../lib/api';
import { t } from '../../lib/i18n';
import { claimPendingVote, dropPendingVote, pendingVote } from '../../lib/pending-vote/pending-vote';
import { serverNow } from '../../lib/server-clock';
import { toast } from '../../lib/toast';
import { readPoll } from './api/read-poll';
import { useVote } from './api/vote';
import { pollKeys } from './cache/query-keys';
import '../../lib/i18n/poll-strings';

type Vote = (poll: Poll, choices: readonly number[]) => void;

/** Tells the person why the choice cannot be cast; false when it can. */
function refused(poll: Poll, choices: readonly number[]): boolean {
  if (poll.userVoted) {
    if (String(choicesOfViewer(poll)) === String(choices))
      toast({ title: t('polls.voteRecorded'), description: t('polls.voteCounted') });
    else toast({ title: t('polls.alreadyVoted'), description: t('polls.alreadyVotedText'), variant: 'destructive' });
    return true;
  }
  if (poll.userAbstained) {
    toast({ title: t('polls.gaveVoteUp'), description: t('polls.gaveVoteUpText'), variant: 'destructive' });
    return true;
  }
  if (poll.endDate !== null && Date.parse(poll.endDate) <= serverNow()) {
    toast({ title: t('polls.pollEnded'), description: t('polls.waitingEnded'), variant: 'destructive' });
    return true;
  }
  return choices.some((index) => poll.options[index] === undefined);
}

/** Casts this user's waiting choice. It stays stored until the server's answer is final. */
async function cast(client: QueryClient, userId: number, vote: Vote): Promise<void> {
  const waiting = claimPendingVote(userId);
  if (!waiting) return;
  const { pollId, choices } = waiting;
  try {
    const poll = await client.fetchQuery({
      queryKey: pollKeys.detail(pollId),
      queryFn: ({ signal }) => readPoll(client, pollId, signal),
    });
    // Discarded, or settled by another tab, while the poll was read.
    if (pendingVote()?.pollId !== pollId) return;
    if (refused(poll, choices)) dropPendingVote(pollId);
    else vote(poll, choices);
  } catch (error) {
    // Other failures are temporary; the next page or connection tries again.
    if (!(error instanceof ApiFailure) || error.status !== 404) return;
    dropPendingVote(pollId);
    toast({ title: t('polls.notFound'), description: t('polls.waitingGone'), variant: 'destructive' });
  }
}

/** Casts the choice that a visitor made before signing in, now and whenever the connection returns. Renders nothing. */
export default function CastPendingVote({ userId }: { userId: number }) {
  const client = useQueryClient();
  const { vote } = useVote();
  useEffect(() => {
    const start = () => void cast(client, userId, vote);
    start();
    window.addEventListener('online', start);
    return () => window.removeEventListener('online', start);
    // `vote` is another function at each rendering and always does the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, userId]);
  return null;
}
