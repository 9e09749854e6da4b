import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  POLL_MODERATED_SUBJECT,
  pollsRpc,
  wholePreview,
  type Author,
  type PollModerated,
  type PollPreview,
} from '@inkling/contracts';
import { ApiError, LiveBus, LruCache, RpcClient, refuseLateReads } from '@inkling/platform';

/** What strangers are told of a poll for followers. */
export interface ClosedPoll {
  readonly id: number;
  readonly closed: true;
  /** Null for the moment in which the profile has not arrived yet. */
  readonly author: Author | null;
}
export type SharedPoll = PollPreview | ClosedPoll;
export const isClosed = (poll: SharedPoll): poll is ClosedPoll => 'closed' in poll;

const KEEP_MS = 10_000;
/** While polls is away, it is called once in this time, however many readers there are. */
const ASK_AGAIN_MS = 1_000;
const POLLS_MAX = 2_000;

interface Kept {
  readonly answer: Promise<SharedPoll | undefined>;
  until: number;
}

/**
 * Previews of polls for other sites, as somebody without a session sees them. However popular a link is, polls is
 * called once in ten seconds, and again after moderators have decided about the poll.
 */
@Injectable()
export class SharedPolls implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #kept = new LruCache<string, Kept>(POLLS_MAX);

  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly bus: LiveBus,
  ) {}

  onApplicationBootstrap(): void {
    this.#unsubscribe = this.bus.subscribe(POLL_MODERATED_SUBJECT, (message) => {
      const { pollId } = JSON.parse(Buffer.from(message).toString()) as PollModerated;
      this.#kept.delete(String(pollId));
    });
  }

  onApplicationShutdown(): void {
    this.#unsubscribe?.();
  }

  /**
   * The poll; undefined if it does not exist.
   * @throws ApiError `unavailable` while polls is away
   */
  find(pollId: number): Promise<SharedPoll | undefined> {
    const key = String(pollId);
    const known = this.#kept.get(key);
    if (known && known.until > Date.now()) return known.answer;
    // A late answer could bring back, and keep, what moderators have just hidden.
    const kept: Kept = { answer: refuseLateReads(() => this.#ask(pollId)), until: Infinity };
    this.#kept.set(key, kept);
    kept.answer.then(
      () => (kept.until = Date.now() + KEEP_MS),
      () => (kept.until = Date.now() + ASK_AGAIN_MS),
    );
    return kept.answer;
  }

  /** @throws ApiError `poll-not-found`, `followers-only`, `unavailable` */
  async get(pollId: number): Promise<PollPreview> {
    const poll = await this.find(pollId);
    if (!poll) throw new ApiError('poll-not-found');
    if (isClosed(poll)) throw new ApiError('followers-only', { extra: { author: poll.author } });
    return poll;
  }

  async #ask(pollId: number): Promise<SharedPoll | undefined> {
    try {
      return wholePreview(await this.rpc.call(pollsRpc.preview, { pollId }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      if (error instanceof ApiError && error.code === 'followers-only')
        return { id: pollId, closed: true, author: error.extra.author ?? null };
      throw error;
    }
  }
}
