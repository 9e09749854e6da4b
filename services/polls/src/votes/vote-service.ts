import { Inject, Injectable, Logger } from '@nestjs/common';
import { VoteOutcome, type VoteBatch, type VoteBatchReply } from '@inkling/contracts';
import { ApiError, CONFIG, Metrics, Tracing, currentSpan, isConnectionFailure } from '@inkling/platform';
import { Counter, Gauge, Histogram } from '@prometheus-io/client';
import type { PollsConfig } from '../config.js';
import { LiveTallies } from '../live/live-tallies.js';
import { toLiveTally } from '../live/tally-row.js';
import { ActivityRecorder } from '../trending/activity-recorder.js';
import { VoteLanes, type Ballot, type CountedPoll, type VoteResult } from './vote-lanes.js';
import { VoteRepository } from './vote-repository.js';

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/**
 * Voting. One vote per user and poll, for good, decided by the unique key and the database's clock. Nothing that leaves
 * here, but the voter's own answer, joins a voter to an option: no log line, metric, event or live message.
 */
@Injectable()
export class VoteService {
  readonly #logger = new Logger(VoteService.name);
  readonly #lanes: VoteLanes;
  readonly #outcomes: Counter<'outcome'>;
  readonly #batchSize: Histogram;
  readonly #batchDuration: Histogram;

  constructor(
    private readonly votes: VoteRepository,
    private readonly live: LiveTallies,
    private readonly activity: ActivityRecorder,
    private readonly tracing: Tracing,
    metrics: Metrics,
    @Inject(CONFIG) config: PollsConfig,
  ) {
    const registers = [metrics.registry];
    this.#outcomes = new Counter({
      name: 'inkling_votes_total',
      help: 'Votes by outcome',
      labelNames: ['outcome'],
      registers,
    });
    // From the start, so that the first one of a kind is an increase as well.
    for (const outcome of VoteOutcome.options) this.#outcomes.inc({ outcome }, 0);
    this.#batchSize = new Histogram({
      name: 'inkling_vote_batch_size',
      help: 'Votes in one statement',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
      registers,
    });
    this.#batchDuration = new Histogram({
      name: 'inkling_vote_batch_duration_seconds',
      help: 'Time to record a batch of votes',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 10],
      registers,
    });
    this.#lanes = new VoteLanes(
      config.VOTE_LANES,
      (ballots) => this.#record(ballots),
      (error) => this.#failed(error),
    );
    const lanes = this.#lanes;
    new Gauge({
      name: 'inkling_vote_lane_depth',
      help: 'Votes that wait for a statement',
      registers,
      collect() {
        this.set(lanes.depth);
      },
    });
  }

  /**
   * Casts a gateway's votes. Never fails as a whole: each vote has its own outcome.
   * @throws ApiError `invalid-request` for columns of unequal length
   */
  cast(batch: VoteBatch): Promise<VoteBatchReply> {
    const { pollIds, userIds, options } = batch;
    if (userIds.length !== pollIds.length || options.length !== pollIds.length) {
      throw new ApiError('invalid-request', { message: 'The columns of a batch of votes must be equally long.' });
    }
    const span = this.tracing.on ? currentSpan() : undefined;
    return new Promise((resolve) => {
      const results = new Array<VoteResult>(pollIds.length);
      let open = pollIds.length;
      pollIds.forEach((pollId, index) => {
        this.#lanes.cast({ pollId, userId: userIds[index]!, option: options[index]!, span }, (result) => {
          results[index] = result;
          open -= 1;
          if (open === 0) resolve(this.#reply(results));
        });
      });
    });
  }

  async #record(ballots: readonly Ballot[]): Promise<readonly VoteResult[]> {
    this.#batchSize.observe(ballots.length);
    const observe = this.#batchDuration.startTimer();
    const { results, raised } = await this.tracing
      .batch('votes', this.tracing.on ? ballots.map(({ span }) => span) : [], () => this.votes.record(ballots))
      .finally(observe);
    for (const { tally, count } of raised) {
      this.live.mark(toLiveTally(tally, 'vote'));
      this.activity.add(Number(tally.poll_id), count);
    }
    return results;
  }

  #failed(error: unknown): void {
    // Only the code: the database's own message may quote values.
    if (isConnectionFailure(error)) this.#logger.warn('The database is away; a batch of votes has an unknown outcome');
    else this.#logger.error(`A batch of votes failed (${codeOf(error)})`);
  }

  #reply(results: readonly VoteResult[]): VoteBatchReply {
    const polls: string[] = [];
    const positions = new Map<CountedPoll, number>();
    const entries = results.map(({ poll, ...result }) => {
      this.#outcomes.inc({ outcome: result.outcome });
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
}
