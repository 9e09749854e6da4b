import { Inject, Logger } from '@nestjs/common';
import { VoteOutcome, ballotCode, pollsRpc, type VoteBatch, type VoteBatchReply } from '@inkling/contracts';
import {
  ApiError,
  CONFIG,
  Metrics,
  Rpc,
  RpcController,
  Tracing,
  currentSpan,
  isConnectionFailure,
} from '@inkling/platform';
import { Counter, Gauge, Histogram } from '@prometheus-io/client';
import type { PollsConfig } from '../config.js';
import { LiveTallies, toLiveTally } from '../live/live-tallies.js';
import { PollActivity } from '../trending/poll-activity.js';
import { VoteRecorder, type Ballot, type CountedPoll, type PlainResult, type VoteResult } from './vote-recorder.js';
import { VotesRepository, type RecordedBatch } from './votes.repository.js';

/** Polls whose recorder is remembered. */
const KNOWN_MAX = 100_000;

/**
 * Voting, from the gateway's batch to the reply (docs/product.md#votes).
 *
 * One vote per user and poll, for good; the unique key and the database's clock decide. Apart from the voter's own
 * reply, nothing that leaves this class joins a voter to an option: no log, metric, event or live message (ADR 5).
 */
@RpcController()
export class VotesService {
  readonly #logger = new Logger(VotesService.name);
  /** From the most usual kind of poll to every kind. A vote goes on to the next one until a poll's kind is known. */
  readonly #recorders: readonly VoteRecorder[];
  /** Which recorder a poll needs, where it is not the first; a poll's kind never changes. */
  readonly #known = new Map<number, number>();
  readonly #metrics: ReturnType<typeof voteMetrics>;

  constructor(
    votes: VotesRepository,
    private readonly live: LiveTallies,
    private readonly activity: PollActivity,
    private readonly tracing: Tracing,
    metrics: Metrics,
    @Inject(CONFIG) config: PollsConfig,
  ) {
    const recorder = (record: (ballots: readonly Ballot[]) => Promise<RecordedBatch>) =>
      new VoteRecorder(
        config.VOTE_LANES,
        (ballots) => this.#record(ballots, record),
        (error) => this.#logFailure(error),
      );
    this.#recorders = [
      recorder((ballots) => votes.recordSingle(ballots)),
      recorder((ballots) => votes.recordMultiple(ballots)),
      recorder((ballots) => votes.recordRanked(ballots)),
      recorder((ballots) => votes.recordBallots(ballots)),
    ];
    this.#metrics = voteMetrics(metrics, () => this.#recorders.reduce((sum, { depth }) => sum + depth, 0));
  }

  /**
   * Casts the votes of one gateway. The call never fails as a whole: each vote has its own outcome.
   * @throws ApiError `invalid-request` for columns of unequal length
   */
  @Rpc(pollsRpc.castVotes)
  cast(batch: VoteBatch): Promise<VoteBatchReply> {
    const { pollIds, userIds, options = [] } = batch;
    const ballots = batch.ballots ?? options.map((option) => ballotCode([option]));
    if (userIds.length !== pollIds.length || ballots.length !== pollIds.length) {
      throw new ApiError('invalid-request', { message: 'The columns of a batch of votes must be equally long.' });
    }
    const span = this.tracing.on ? currentSpan() : undefined;
    return new Promise((resolve) => {
      const results = new Array<VoteResult>(pollIds.length);
      let open = pollIds.length;
      pollIds.forEach((pollId, index) => {
        this.#cast({ pollId, userId: userIds[index]!, code: ballots[index]!, span }, (result) => {
          results[index] = result;
          open -= 1;
          if (open === 0) resolve(this.#reply(results));
        });
      });
    });
  }

  #cast(ballot: Ballot, settle: (result: VoteResult) => void): void {
    const { pollId } = ballot;
    const at = this.#known.get(pollId) ?? 0;
    this.#recorders[at]!.cast(ballot, (result) => {
      if (result.outcome !== 'not-plain') return settle(result);
      if (this.#known.size >= KNOWN_MAX) this.#known.clear();
      this.#known.set(pollId, at + 1);
      this.#cast(ballot, settle);
    });
  }

  /** Records one batch, then reports the new tallies to viewers and the activity to the trending scores. */
  async #record(
    ballots: readonly Ballot[],
    record: (ballots: readonly Ballot[]) => Promise<RecordedBatch>,
  ): Promise<readonly PlainResult[]> {
    this.#metrics.batchSize.observe(ballots.length);
    const observe = this.#metrics.batchDuration.startTimer();
    const { results, raised } = await this.tracing
      .batch('votes', this.tracing.on ? ballots.map(({ span }) => span) : [], () => record(ballots))
      .finally(observe);
    for (const { tally, count } of raised) {
      this.live.mark(toLiveTally(tally, 'vote'));
      this.activity.add(tally.poll_id, count);
    }
    return results;
  }

  /** The reply holds each poll's text once; votes refer to it by position. */
  #reply(results: readonly VoteResult[]): VoteBatchReply {
    const polls: string[] = [];
    const positions = new Map<CountedPoll, number>();
    const entries = results.map(({ poll, ...result }) => {
      this.#metrics.outcomes.inc({ outcome: result.outcome });
      if (!poll) return result;
      let position = positions.get(poll);
      if (position === undefined) {
        position = polls.push(poll.text) - 1;
        positions.set(poll, position);
      }
      return { ...result, poll: position };
    });
    return { polls, results: entries };
  }

  #logFailure(error: unknown): void {
    // Log only the code: the database's message may quote values.
    if (isConnectionFailure(error)) this.#logger.warn('The database is away; a batch of votes has an unknown outcome');
    else this.#logger.error(`A batch of votes failed (${codeOf(error)})`);
  }
}

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

function voteMetrics({ registry }: Metrics, depth: () => number) {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'inkling_votes_total',
    help: 'Votes by outcome',
    labelNames: ['outcome'],
    registers,
  });
  // Start every outcome at zero, so that the first vote of a kind shows as an increase.
  for (const outcome of VoteOutcome.options) outcomes.inc({ outcome }, 0);
  new Gauge({
    name: 'inkling_vote_lane_depth',
    help: 'Votes that wait for a statement',
    registers,
    collect() {
      this.set(depth());
    },
  });
  return {
    outcomes,
    batchSize: new Histogram({
      name: 'inkling_vote_batch_size',
      help: 'Votes in one statement',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
      registers,
    }),
    batchDuration: new Histogram({
      name: 'inkling_vote_batch_duration_seconds',
      help: 'Time to record a batch of votes',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 10],
      registers,
    }),
  };
}
