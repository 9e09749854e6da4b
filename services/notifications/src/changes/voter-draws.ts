import { Inject, Injectable, Logger } from '@nestjs/common';
import { pollsRpc } from '@inkling/contracts';
import { ApiError, CONFIG, RpcClient } from '@inkling/platform';
import type { KnownPoll } from '../projections/poll-projection.js';
import { ChangeQueue, type ChangeGroup } from './change-queue.repository.js';
import type { NotificationsConfig } from '../config.js';

/** Voters in one draw; those who may be named are looked for among them. */
const DRAWN = 200;
/** The pause after a failed draw, so that one silent service does not hold up all notices. */
const PAUSE_MS = 5_000;

/** Who could be named in a vote notice (ADR 5). */
@Injectable()
export class VoterDraws {
  readonly #logger = new Logger(VoterDraws.name);
  #silentUntil = 0;

  constructor(
    private readonly rpc: RpcClient,
    private readonly changes: ChangeQueue,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {}

  /** Votes on a poll from one draw that is asked for to the next. */
  get minVoters(): number {
    return this.config.VOTE_NOTICE_MIN_VOTERS;
  }

  /** Enough have voted since a draw was last asked for. */
  isDue(votes: number, namedVotes: number): boolean {
    return votes - namedVotes >= this.minVoters;
  }

  /**
   * Voters in random order when a draw is due, nobody where the counts allow none; undefined when none is due, or when
   * they cannot be had now.
   */
  async candidates(group: ChangeGroup, poll: KnownPoll | undefined): Promise<readonly number[] | undefined> {
    const pending = await this.changes.pendingVotes(group);
    if (!this.isDue((poll?.votes ?? 0) + pending, poll?.namedVotes ?? 0)) return undefined;
    return this.draw(group.objectId);
  }

  /**
   * Some of a poll's voters in random order, nobody where the counts allow no draw; undefined when they cannot be had
   * now.
   */
  async draw(pollId: number): Promise<readonly number[] | undefined> {
    if (performance.now() < this.#silentUntil) return undefined;
    try {
      const outsideLead = this.minVoters === 1 ? 0 : this.minVoters;
      return (await this.rpc.call(pollsRpc.drawVoters, { pollId, limit: DRAWN, outsideLead })).userIds;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#logger.warn(`No one can be named in vote notices now: ${error.code}`);
      this.#silentUntil = performance.now() + PAUSE_MS;
      return undefined;
    }
  }
}
