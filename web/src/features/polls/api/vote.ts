import { useQueryClient, type MutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Poll, SentPoll } from '@inkling/contracts';
import { choicesOfViewer, wholePoll } from '@inkling/contracts/ordinary-poll';
import { ApiFailure, call, messageOf, reasonOf, routes } from '../../../lib/api';
import { askToConfirmEmail } from '../../../lib/confirm-email';
import { t } from '../../../lib/i18n';
import { dropPendingVote, pendingVote } from '../../../lib/pending-vote/pending-vote';
import { live } from '../../../lib/realtime';
import { rememberChoices } from '../../../lib/sealed-choices';
import { toast } from '../../../lib/toast';
import { mergePoll } from '../cache/merge-poll';
import { pollKeys } from '../cache/query-keys';
import { pollStore, startMutation, voted } from '../cache/poll-store';
import { noteVote } from '../model/fifth-vote';
import { readPoll, refreshPoll } from './read-poll';
import '../../../lib/i18n/poll-strings';

/** Milliseconds until the poll is read again after a failed vote. */
const REFETCH_MS = 1_000;

interface Vote {
  poll: Poll;
  /** Indexes of the chosen options, the first choice first. */
  choices: readonly number[];
  /** The page is being closed: the request outlives it. */
  leaving?: boolean;
}
interface Begun {
  token: number;
}

/** Of a sealed poll, the server tells nobody what they chose, and this device remembers it instead. */
const withVote = (choices: readonly number[] | null) => (truth: Poll) => voted(truth, truth.sealed ? null : choices);

/** Whether two ballots say the same: in any order, except where the order is the ballot. */
function isSame({ poll, choices }: Vote, others: readonly number[]): boolean {
  const text = (ballot: readonly number[]) =>
    (poll.method === 'ranked' ? ballot : ballot.toSorted((a, b) => a - b)).join();
  return text(choices) === text(others);
}

/** The ballot of the vote that a 409 speaks of; undefined where it does not say, as of a sealed poll. */
const earlierBallot = ({ body }: ApiFailure): readonly number[] | undefined =>
  body?.choices ?? (body?.userVote === undefined ? undefined : [body.userVote]);

async function counted(
  client: QueryClient,
  { poll, choices }: Vote,
  token: number,
  text: string,
  change: (truth: Poll) => Poll,
): Promise<void> {
  if (poll.sealed) rememberChoices(poll.id, choices);
  pollStore(client).settle(poll.id, token, change);
  dropPendingVote(poll.id);
  toast({ title: t('polls.voteRecorded'), description: text });
  noteVote(poll.id);
  live.refresh(poll.id);
  void client.invalidateQueries({ queryKey: pollKeys.list('me', 'voted') });
}

/** 409: a vote exists, or the person gave it up. The same ballot means that an earlier answer got lost. */
async function conflicted(client: QueryClient, vote: Vote, token: number, failure: ApiFailure): Promise<void> {
  const existing = earlierBallot(failure);
  if (existing && isSame(vote, existing)) {
    await counted(client, vote, token, t('polls.voteCounted'), withVote(existing));
  } else {
    const abstained = failure.code === 'abstained';
    const known = existing !== undefined || (vote.poll.sealed && !abstained);
    pollStore(client).settle(vote.poll.id, token, known ? withVote(existing ?? null) : undefined);
    dropPendingVote(vote.poll.id);
    toast({
      title: t(abstained ? 'polls.gaveVoteUp' : 'polls.alreadyVoted'),
      description: t(abstained ? 'polls.gaveVoteUpText' : 'polls.alreadyVotedText'),
      variant: 'destructive',
    });
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
  const truth = found && pollStore(client).truth(poll.id);
  if (truth?.userVoted) {
    await counted(client, sent, token, t('polls.voteSuccessful'), withVote(choicesOfViewer(truth)));
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
  if (failure?.status === 409) return conflicted(client, vote, token, failure);
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

const voting = (client: QueryClient): MutationOptions<SentPoll | null, unknown, Vote & Begun> => ({
  networkMode: 'always',
  mutationFn: ({ poll: { id: pollId, method }, choices, leaving }) =>
    call(routes.vote, {
      body: method === 'single' ? { pollId, optionIndex: choices[0] } : { pollId, choices: [...choices] },
      keepalive: leaving,
    }),
  onSuccess: (answer, vote) =>
    counted(client, vote, vote.token, t('polls.voteCounted'), (truth) =>
      answer ? mergePoll(truth, wholePoll(answer), false) : withVote(vote.choices)(truth),
    ),
  onError: (error, vote) => failed(client, error, vote, vote.token),
});

/**
 * Votes on a poll: shown at once, then sent. Does nothing when the poll has a vote or one is under way; the card knows
 * whether it has ended.
 */
export function castVote(client: QueryClient, vote: Vote): void {
  const { poll, choices } = vote;
  const waiting = pendingVote();
  // Another choice replaces the one that waits.
  if (waiting?.pollId === poll.id && !isSame(vote, waiting.choices)) dropPendingVote(poll.id);
  const token = pollStore(client).beginVote(poll, choices);
  if (token !== null) startMutation(client, voting(client), { ...vote, token });
}

/** {@link castVote} for components. */
export function useVote() {
  const client = useQueryClient();
  return {
    /** @param choices indexes of the chosen options, the first choice first */
    vote: (poll: Poll, choices: readonly number[]): void => castVote(client, { poll, choices }),
  };
}
