import { Injectable } from '@nestjs/common';
import { pollsRpc, type PollPreview } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';
import { LruCache } from '../lru-cache.js';

const KEEP_MS = 10_000;
/** While polls is away, it is called once in this time, however many readers there are. */
const ASK_AGAIN_MS = 1_000;
const POLLS_MAX = 2_000;

interface Kept {
  readonly answer: Promise<PollPreview | undefined>;
  until: number;
}

/** Previews of polls for other sites. However popular a link is, polls is called once in ten seconds. */
@Injectable()
export class SharedPolls {
  readonly #kept = new LruCache<Kept>(POLLS_MAX);

  constructor(private readonly rpc: RpcClient) {}

  /**
   * The poll; undefined if it does not exist.
   * @throws ApiError `unavailable` while polls is away
   */
  find(pollId: number): Promise<PollPreview | undefined> {
    const key = String(pollId);
    const known = this.#kept.get(key);
    if (known && known.until > Date.now()) return known.answer;
    const kept: Kept = { answer: this.#ask(pollId), until: Infinity };
    this.#kept.set(key, kept);
    kept.answer.then(
      () => (kept.until = Date.now() + KEEP_MS),
      () => (kept.until = Date.now() + ASK_AGAIN_MS),
    );
    return kept.answer;
  }

  /** @throws ApiError `poll-not-found`, `unavailable` */
  async get(pollId: number): Promise<PollPreview> {
    const poll = await this.find(pollId);
    if (!poll) throw new ApiError('poll-not-found');
    return poll;
  }

  async #ask(pollId: number): Promise<PollPreview | undefined> {
    try {
      return await this.rpc.call(pollsRpc.preview, { pollId });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}
