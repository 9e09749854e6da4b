import { Injectable } from '@nestjs/common';
import { completePoll, pollsRpc, VOTE_MESSAGE_MAX, type VoteBatch, type VoteBatchReply } from '@inkling/contracts';
import { ApiError, RpcClient, Tracing } from '@inkling/platform';
import type { Span } from '@opentelemetry/api';
import { Lane } from '../lanes/lane.js';

const LIMITS = { inFlight: 4, batch: VOTE_MESSAGE_MAX, waiting: 5_000, patienceMs: 1_000 };

interface Ballot {
  readonly pollId: number;
  readonly userId: number;
  readonly option: number;
  /** The answer's JSON text, or why there is none. */
  readonly settle: (error: ApiError | null, poll: string) => void;
  readonly span: Span | undefined;
}

/** Votes on their way to the polls service, many in a message. */
@Injectable()
export class VoteForwarder {
  readonly #lane = new Lane<Ballot>(
    (ballots) => this.#send(ballots),
    (ballot) => ballot.settle(new ApiError('unavailable'), ''),
    LIMITS,
  );

  constructor(
    private readonly rpc: RpcClient,
    private readonly tracing: Tracing,
  ) {}

  /**
   * Casts a vote; `settle` gets the poll as the voter now sees it, `span` is the request's, where traces are kept.
   * Failures: `already-voted` 409 with `userVote`, `poll-ended` 403, `poll-not-found` 404, `bad-option` 400,
   * `unavailable` 503.
   */
  cast(pollId: number, userId: number, option: number, settle: Ballot['settle'], span?: Span): void {
    if (!this.#lane.add({ pollId, userId, option, settle, span })) settle(new ApiError('unavailable'), '');
  }

  async #send(ballots: readonly Ballot[]): Promise<void> {
    const batch: VoteBatch = { pollIds: [], userIds: [], options: [] };
    for (const { pollId, userId, option } of ballots) {
      batch.pollIds.push(pollId);
      batch.userIds.push(userId);
      batch.options.push(option);
    }
    let reply: VoteBatchReply | undefined;
    let failure: ApiError | undefined;
    try {
      // A request's id belongs to one voter and must not travel with others' votes.
      reply = await this.tracing.batch('votes', this.tracing.on ? ballots.map(({ span }) => span) : [], () =>
        this.rpc.call(pollsRpc.castVotes, batch),
      );
    } catch (error) {
      failure =
        error instanceof ApiError && error.status === 503 ? error : new ApiError('unavailable', { cause: error });
    }
    for (let i = 0; i < ballots.length; i += 1) settleOne(ballots[i]!, i, reply, failure);
  }
}

function settleOne(
  ballot: Ballot,
  index: number,
  reply: VoteBatchReply | undefined,
  failure: ApiError | undefined,
): void {
  const result = reply?.results[index];
  if (!reply || !result) {
    ballot.settle(failure ?? new ApiError('unavailable'), '');
    return;
  }
  const poll = result.poll === undefined ? undefined : reply.polls[result.poll];
  if (result.outcome === 'recorded' && poll !== undefined) {
    const viewer = { userVote: ballot.option, userLiked: result.liked === true, userSaved: result.saved === true };
    ballot.settle(null, completePoll(poll, { resultsVisible: true, ...viewer }));
    return;
  }
  if (result.outcome === 'already-voted')
    ballot.settle(
      new ApiError('already-voted', result.choice === undefined ? {} : { extra: { userVote: result.choice } }),
      '',
    );
  else ballot.settle(new ApiError(result.outcome === 'recorded' ? 'unavailable' : result.outcome), '');
}
