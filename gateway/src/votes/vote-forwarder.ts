import { Injectable } from '@nestjs/common';
import { completePoll, pollsRpc, VOTE_MESSAGE_MAX, type VoteBatch, type VoteBatchReply } from '@inkling/contracts';
import { ApiError, Batcher, RpcClient, Tracing } from '@inkling/platform';
import type { Span } from '@opentelemetry/api';

const LIMITS = { inFlight: 4, batch: VOTE_MESSAGE_MAX, waiting: 5_000, timeoutMs: 1_000 };

interface PendingVote {
  readonly pollId: number;
  readonly userId: number;
  readonly option: number;
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
   * Casts a vote. Errors: `already-voted` 409 with `userVote`, `poll-ended` 403, `poll-not-found` 404, `bad-option`
   * 400, `unavailable` 503.
   */
  cast(vote: PendingVote): void {
    if (!this.#batcher.add(vote)) vote.settle(new ApiError('unavailable'), '');
  }

  async #send(votes: readonly PendingVote[]): Promise<void> {
    const batch: VoteBatch = { pollIds: [], userIds: [], options: [] };
    for (const { pollId, userId, option } of votes) {
      batch.pollIds.push(pollId);
      batch.userIds.push(userId);
      batch.options.push(option);
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
  const { outcome = 'unavailable', poll, choice, liked = false, saved = false } = results[index] ?? {};
  const text = poll === undefined ? undefined : polls[poll];
  if (outcome === 'already-voted')
    vote.settle(new ApiError(outcome, choice === undefined ? {} : { extra: { userVote: choice } }), '');
  else if (outcome !== 'recorded' || text === undefined)
    vote.settle(new ApiError(outcome === 'recorded' ? 'unavailable' : outcome), '');
  else {
    const viewer = { resultsVisible: true, userVote: vote.option, userLiked: liked, userSaved: saved };
    vote.settle(null, completePoll(text, viewer));
  }
}
