import { Inject, Injectable, Logger } from '@nestjs/common';
import { pollsRpc } from '@inkling/contracts';
import { ApiError, CONFIG, RpcClient } from '@inkling/platform';
import type { KnownPoll } from '../polls/poll-projection.js';
import { NoticeChanges, type ChangeGroup } from './notice-changes.repository.js';
import type { NoticesConfig } from './notices-config.js';

const SAMPLE = 20;
/** After a failure nobody is asked for so long, so that one service's silence does not hold up all notices. */
const PAUSE_MS = 5_000;

/** Who could be named in a vote notice. */
@Injectable()
export class VoterNames {
  readonly #logger = new Logger(VoterNames.name);
  #silentUntil = 0;

  constructor(
    private readonly rpc: RpcClient,
    private readonly changes: NoticeChanges,
    @Inject(CONFIG) private readonly config: NoticesConfig,
  ) {}

  /** Votes on a poll from one named vote notice to the next. */
  get minVoters(): number {
    return this.config.VOTE_NOTICE_MIN_VOTERS;
  }

  /** Enough have voted since someone was last named. */
  isDue(votes: number, namedVotes: number): boolean {
    return votes - namedVotes >= this.minVoters;
  }

  /** Voters drawn at random from all of the poll's, when it is time to name one; undefined when it is not, or when they cannot be had now. */
  async candidates(group: ChangeGroup, poll: KnownPoll | undefined): Promise<readonly number[] | undefined> {
    const pending = await this.changes.pendingVotes(group);
    if (!this.isDue((poll?.votes ?? 0) + pending, poll?.namedVotes ?? 0)) return undefined;
    return this.sample(group.objectId);
  }

  /** Voters drawn at random from all of a poll's; undefined when they cannot be had now. */
  async sample(pollId: number): Promise<readonly number[] | undefined> {
    if (performance.now() < this.#silentUntil) return undefined;
    try {
      const { userIds } = await this.rpc.call(pollsRpc.someVoters, { pollId, limit: SAMPLE });
      return userIds;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#logger.warn(`Nobody can be named in vote notices now: ${error.code}`);
      this.#silentUntil = performance.now() + PAUSE_MS;
      return undefined;
    }
  }
}
