import { useQueryClient, type MutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Poll } from '@inkling/contracts';
import { ApiFailure, call, messageOf, reasonOf, routes } from '../../../lib/api';
import { askToConfirmEmail } from '../../../lib/confirm-email';
import { t } from '../../../lib/i18n';
import { dropPendingVote, pendingVote } from '../../../lib/pending-vote/pending-vote';
import { live } from '../../../lib/realtime';
import { toast } from '../../../lib/toast';
import { mergePoll } from '../cache/merge-poll';
import { pollKeys } from '../cache/query-keys';
import { pollStore, startMutation } from '../cache/poll-store';
import { noteVote } from '../model/fifth-vote';
import { readPoll, refreshPoll } from './read-poll';
import '../../../lib/i18n/poll-strings';

/** Milliseconds until the poll is read again after a failed vote. */
const REFETCH_MS = 1_000;

interface Vote {
  poll: Poll;
  option: number;
}
interface Begun {
  token: number;
}

const withVote = (userVote: number) => (truth: Poll) => ({ ...truth, userVote });

async function counted(
  client: QueryClient,
  { poll }: Vote,
  token: number,
  text: string,
  change: (truth: Poll) => Poll,
): Promise<void> {
  pollStore(client).settle(poll.id, token, change);
  dropPendingVote(poll.id);
  toast({ title: t('polls.voteRecorded'), description: text });
  noteVote(poll.id);
  live.refresh(poll.id);
  void client.invalidateQueries({ queryKey: pollKeys.list('me', 'voted') });
}

/** 409: a vote exists. The same choice means that an earlier answer got lost. */
async function conflicted(client: QueryClient, vote: Vote, token: number, existing: number | undefined): Promise<void> {
  if (existing === vote.option) {
    await counted(client, vote, token, t('polls.voteCounted'), withVote(existing));
  } else {
    pollStore(client).settle(vote.poll.id, token, existing === undefined ? undefined : withVote(existing));
    dropPendingVote(vote.poll.id);
    toast({ title: t('polls.alreadyVoted'), description: t('polls.alreadyVotedText'), variant: 'destructive' });
    live.refresh(vote.poll.id);
  }
  await refreshPoll(client, vote.poll.id);
}

/**
 * No answer came: reads the poll to see whether the vote arrived. Any vote counts: one from another device is final
 * too.
 */
async function recheck(client: QueryClient, error: unknown, sent: Vote, token: number): Promise<void> {
  const { poll } = sent;
  const found = await readPoll(client, poll.id).catch((failure: unknown) =>
    failure instanceof ApiFailure && failure.status === 404 ? null : undefined,
  );
  const vote = found && pollStore(client).truth(poll.id)?.userVote;
  if (typeof vote === 'number') {
    await counted(client, sent, token, t('polls.voteSuccessful'), withVote(vote));
    return;
  }
  pollStore(client).settle(poll.id, token);
  toast({
    title: reasonOf(error, t('polls.voteFailed')),
    description: t('polls.voteFailedText'),
    variant: 'destructive',
  });
  if (found === null) pollStore(client).remove(poll.id);
  else setTimeout(() => void refreshPoll(client, poll.id), REFETCH_MS);
}

async function failed(client: QueryClient, error: unknown, vote: Vote, token: number): Promise<void> {
  const failure = error instanceof ApiFailure ? error : null;
  if (failure?.status === 409) return conflicted(client, vote, token, failure.body?.userVote);
  if (failure?.code === 'email-unverified') {
    pollStore(client).settle(vote.poll.id, token);
    // A choice from before signing in keeps waiting.
    askToConfirmEmail();
    return;
  }
  const waited = pendingVote()?.pollId === vote.poll.id;
  if (failure?.code === 'poll-ended') {
    pollStore(client).settle(vote.poll.id, token);
    dropPendingVote(vote.poll.id);
    const description = waited ? t('polls.waitingEnded') : messageOf(failure, t('polls.endedText'));
    toast({ title: t('polls.pollEnded'), description, variant: 'destructive' });
    await refreshPoll(client, vote.poll.id);
    return;
  }
  return recheck(client, error, vote, token);
}

const voting = (client: QueryClient): MutationOptions<Poll | null, unknown, Vote & Begun> => ({
  networkMode: 'always',
  mutationFn: ({ poll, option }) => call(routes.vote, { body: { pollId: poll.id, optionIndex: option } }),
  onSuccess: (answer, vote) =>
    counted(client, vote, vote.token, t('polls.voteCounted'), (truth) =>
      answer ? mergePoll(truth, answer, false) : withVote(vote.option)(truth),
    ),
  onError: (error, vote) => failed(client, error, vote, vote.token),
});

/**
 * Votes on a poll: shown at once, then sent. Does nothing when the poll has a vote or one is under way; the card knows
 * whether it has ended.
 */
export function useVote() {
  const client = useQueryClient();
  return {
    /** @param option index of the chosen option */
    vote: (poll: Poll, option: number): void => {
      const waiting = pendingVote();
      // Another choice replaces the one that waits.
      if (waiting?.pollId === poll.id && waiting.option !== option) dropPendingVote(poll.id);
      const token = pollStore(client).beginVote(poll, option);
      if (token !== null) startMutation(client, voting(client), { poll, option, token });
    },
  };
}
