import { Inject } from '@nestjs/common';
import { LIST_PAGE_SIZE, commentsSubject, pollsRpc, type Comment, type LiveComment } from '@inkling/contracts';
import { ApiError, CONFIG, LiveBus, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AuthorProjection } from '../authors/author-projection.js';
import type { PollsConfig } from '../config.js';
import { decodeCommentCursor, encodeCommentCursor } from '../feed/cursor.js';
import { PollLimits } from '../limits/poll-limits.js';
import { LiveTallies, toLiveTally, type TallyRow } from '../live/live-tallies.js';
import { PollActivity } from '../trending/poll-activity.js';
import { CommentsRepository } from './comments.repository.js';
import { Mentions } from './mentions.js';

const LIMIT_WINDOW_S = 60;

/** A poll's comments (docs/product.md#comments). */
@RpcController()
export class CommentsService {
  readonly #limiter: RateLimiterMemory;

  constructor(
    private readonly comments: CommentsRepository,
    private readonly mentions: Mentions,
    private readonly authors: AuthorProjection,
    private readonly live: LiveTallies,
    private readonly bus: LiveBus,
    private readonly activity: PollActivity,
    private readonly limits: PollLimits,
    @Inject(CONFIG) config: PollsConfig,
  ) {
    this.#limiter = new RateLimiterMemory({ points: config.COMMENTS_PER_MINUTE, duration: LIMIT_WINDOW_S });
  }

  /**
   * A page of LIST_PAGE_SIZE comments, newest first.
   * @throws ApiError `poll-not-found`; `invalid-request` for a foreign cursor
   */
  @Rpc(pollsRpc.comments)
  async list({
    pollId,
    cursor,
  }: RpcRequestOf<typeof pollsRpc.comments>): Promise<{ comments: Comment[]; nextCursor: string | null }> {
    const found = await this.comments.page(pollId, cursor === undefined ? undefined : decodeCommentCursor(cursor));
    if (!found) throw new ApiError('poll-not-found');
    const comments = await this.mentions.resolve(found.slice(0, LIST_PAGE_SIZE));
    return { comments, nextCursor: found.length > LIST_PAGE_SIZE ? encodeCommentCursor(comments.at(-1)!.id) : null };
  }

  /**
   * Adds a comment and shows it to the poll's viewers.
   * @throws ApiError `poll-not-found`; `too-many-requests` and `too-many-comments` with `retryAfter`;
   *   `user-not-found`
   */
  @Rpc(pollsRpc.addComment)
  async add({ pollId, userId, newAccount, content }: RpcRequestOf<typeof pollsRpc.addComment>): Promise<Comment> {
    await this.#limit(userId);
    await this.authors.ensure(userId);
    const added = await this.limits.comments.during({ userId, newAccount }, async () => {
      const stored = await this.comments.add(pollId, userId, content);
      if (!stored) throw new ApiError('poll-not-found');
      return stored;
    });
    this.activity.add(pollId, 1);
    const comment = await this.#withMentions(added.comment);
    this.#publish(added.tally, { action: 'added', pollId, comment });
    return comment;
  }

  /**
   * Deletes one's own comment.
   * @throws ApiError `comment-not-found`; `forbidden` for another user's comment, even on one's own poll
   */
  @Rpc(pollsRpc.deleteComment)
  async delete({ commentId, userId }: RpcRequestOf<typeof pollsRpc.deleteComment>): Promise<object> {
    const deletion = await this.comments.delete(commentId, userId);
    if (deletion.outcome === 'not-found') throw new ApiError('comment-not-found');
    if (deletion.outcome === 'not-own')
      throw new ApiError('forbidden', { message: 'Only its author can delete a comment.' });
    const pollId = deletion.tally.poll_id;
    this.activity.add(pollId, -1, deletion.createdAt);
    this.#publish(deletion.tally, { action: 'deleted', pollId, commentId });
    return {};
  }

  /** The comment is stored already, so it is shown without mentions when they cannot be read. */
  async #withMentions(comment: Comment): Promise<Comment> {
    try {
      return (await this.mentions.resolve([comment]))[0] ?? comment;
    } catch {
      return comment;
    }
  }

  #publish(tally: TallyRow, comment: LiveComment): void {
    this.bus.publish(commentsSubject(comment.pollId), comment);
    this.live.mark(toLiveTally(tally, 'update'));
  }

  async #limit(userId: number): Promise<void> {
    try {
      await this.#limiter.consume(userId);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new ApiError('too-many-requests', {
        message: 'You are commenting too fast. Please wait a moment.',
        extra: { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)) },
      });
    }
  }
}
