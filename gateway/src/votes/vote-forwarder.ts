import { Injectable } from '@nestjs/common';
import {
  ballotCode,
  completePoll,
  pollsRpc,
  VOTE_MESSAGE_MAX,
  votedFields,
  type VoteBatch,
  type VoteBatchReply,
} from '@inkling/contracts';
import { ApiError, Batcher, RpcClient, Tracing } from '@inkling/platform';
import type { Span } from '@opentelemetry/api';

const LIMITS = { inFlight: 4, batch: VOTE_MESSAGE_MAX, waiting: 5_000, timeoutMs: 1_000 };

interface PendingVote {
  readonly pollId: number;
  readonly userId: number;
  /** The chosen options, in the voter's order. */
  readonly choices: number[];
  /** Gets the JSON of the poll as its voter now sees it, or the error and an empty text. */
  readonly settle: (error: ApiError | null, poll: string) => void;
  /** The request's span, where traces are kept. */
  readonly span?: Span | undefined;
}

/** Forwards votes to the polls service, many in one call (ADR 4). */
@Injectable()
export class VoteForwarder {
  readonly #batcher = new Batcher<PendingVote>(
    (votes) => this.#send(votes),
    LIMITS,
    (vote) => vote.settle(new ApiError('unavailable'), ''),
  );

  constructor(
    private readonly rpc: RpcClient,
    private readonly tracing: Tracing,
  ) {}

  /**
   * Casts a vote. Errors: `already-voted` 409 with `userVote` and `choices`, `abstained` 409, `poll-ended` 403,
   * `poll-not-found` 404, `bad-option` 400, `unavailable` 503.
   */
  cast(vote: PendingVote): void {
    if (!this.#batcher.add(vote)) vote.settle(new ApiError('unavailable'), '');
  }

  async #send(votes: readonly PendingVote[]): Promise<void> {
    const ballots: number[] = [];
    const batch: VoteBatch = { pollIds: [], userIds: [], ballots };
    for (const { pollId, userId, choices } of votes) {
      batch.pollIds.push(pollId);
      batch.userIds.push(userId);
      ballots.push(ballotCode(choices));
    }
    let reply: VoteBatchReply;
    try {
      // The batch gets its own request id: a request's belongs to one voter and must not travel with others' votes.
      reply = await this.tracing.batch('votes', this.tracing.on ? votes.map(({ span }) => span) : [], () =>
        this.rpc.call(pollsRpc.castVotes, batch),
      );
    } catch (error) {
      const unavailable = error instanceof ApiError && error.status === 503;
      const failure = unavailable ? error : new ApiError('unavailable', { cause: error });
      for (const vote of votes) vote.settle(failure, '');
      return;
    }
    votes.forEach((vote, index) => settle(vote, reply, index));
  }
}

/** Settles the vote with its result, which has the same place in the reply as the vote in the batch. */
function settle(vote: PendingVote, { polls, results }: VoteBatchReply, index: number): void {
  const { outcome = 'unavailable', poll, choice, choices, liked = false, saved = false } = results[index] ?? {};
  const text = poll === undefined ? undefined : polls[poll];
  if (outcome === 'already-voted') vote.settle(new ApiError(outcome, { extra: earlier(choice, choices) }), '');
  else if (outcome !== 'recorded' || text === undefined)
    vote.settle(new ApiError(outcome === 'recorded' ? 'unavailable' : outcome), '');
  else {
    const voted = choices === undefined ? votedFields(vote.choices, true) : votedFields(choices, false);
    const others = { userLiked: liked, userSaved: saved, userReminded: false };
    vote.settle(null, completePoll(text, { resultsVisible: true, ...voted, ...others }));
  }
}

/** What a 409 says about the earlier vote. */
const earlier = (choice?: number, choices?: number[] | null) => ({
  ...(choice === undefined ? {} : { userVote: choice }),
  ...(choices ? { choices } : {}),
});
