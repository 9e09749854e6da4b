import { Inject, Injectable, Logger } from '@nestjs/common';
import { pollsRpc } from '@inkling/contracts';
import { ApiError, CONFIG, RpcClient } from '@inkling/platform';
import type { NotificationsConfig } from '../config.js';

/** Voters in one draw; the one to name is chosen among those of them who may be named. */
const DRAWN = 200;
/** Pause after a failed draw, so that a polls service that is away does not delay all notifications. */
const PAUSE_MS = 5_000;

/** Draws voters whom a vote notification could name (ADR 5). */
@Injectable()
export class VoterDraws {
  readonly #logger = new Logger(VoterDraws.name);
  #pausedUntil = 0;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {}

  /** Votes on a poll from one draw to the next. */
  get minVoters(): number {
    return this.config.VOTE_NOTICE_MIN_VOTERS;
  }

  /**
   * Some of a poll's voters in random order; nobody when the counts do not allow a draw; undefined when the polls
   * service cannot be asked now.
   */
  async draw(pollId: number): Promise<readonly number[] | undefined> {
    if (performance.now() < this.#pausedUntil) return undefined;
    try {
      const outsideLead = this.minVoters === 1 ? 0 : this.minVoters;
      return (await this.rpc.call(pollsRpc.drawVoters, { pollId, limit: DRAWN, outsideLead })).userIds;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#logger.warn(`No one can be named in vote notifications now: ${error.code}`);
      this.#pausedUntil = performance.now() + PAUSE_MS;
      return undefined;
    }
  }
}
