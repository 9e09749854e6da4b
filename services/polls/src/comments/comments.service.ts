import { Inject } from '@nestjs/common';
import {
  LIST_PAGE_SIZE,
  commentsSubject,
  mutedWordsTest,
  pollsRpc,
  type Comment,
  type LiveComment,
} from '@inkling/contracts';
import { ApiError, CONFIG, LiveBus, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { AuthorProjection } from '../authors/author-projection.js';
import type { PollsConfig } from '../config.js';
import { decodeCommentCursor, encodeCommentCursor } from '../feed/cursor.js';
import { HIDDEN_FROM_MAX } from '../hidden/hidden.sql.js';
import { LiveTallies, toLiveTally, type TallyRow } from '../live/live-tallies.js';
import { CommentModeration } from '../moderation/comment-moderation.js';
import { PollActivity } from '../trending/poll-activity.js';
import { PollViews } from '../views/poll-views.js';
import { CommentsRepository } from './comments.repository.js';
import { Mentions } from './mentions.js';

const LIMIT_WINDOW_S = 60;
/** Pages that are read for one that muted words empty; after that a page is shorter, and continues. */
const READS_MAX = 10;

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
    private readonly moderation: CommentModeration,
    private readonly unseen: UnseenPolls,
    private readonly views: PollViews,
    @Inject(CONFIG) config: PollsConfig,
  ) {
    this.#limiter = new RateLimiterMemory({ points: config.COMMENTS_PER_MINUTE, duration: LIMIT_WINDOW_S });
  }

  /**
   * A page of LIST_PAGE_SIZE comments, newest first.
   * @throws ApiError `poll-not-found`; `followers-only`; `invalid-request` for a foreign cursor
   */
  @Rpc(pollsRpc.comments)
  async list({
    pollId,
    viewerId,
    cursor,
  }: RpcRequestOf<typeof pollsRpc.comments>): Promise<{ comments: Comment[]; nextCursor: string | null }> {
    const before = cursor === undefined ? undefined : decodeCommentCursor(cursor);
    const { found, rest } = await this.#read(pollId, viewerId, before);
    // Only the poll's page shows comments.
    if (viewerId !== undefined && before === undefined) this.views.opened(pollId);
    const comments = await this.mentions.resolve(found.slice(0, LIST_PAGE_SIZE), viewerId);
    const last = found.length > LIST_PAGE_SIZE ? comments.at(-1)!.id : rest;
    return { comments, nextCursor: last === undefined ? null : encodeCommentCursor(last) };
  }

  /**
   * Reads on until there is one more comment than a page shows, without comments that hold one of the viewer's muted
   * words.
   * @returns `rest`: the last comment looked at, where older ones follow that were not
   */
  async #read(
    pollId: number,
    viewerId: number | undefined,
    before: number | undefined,
  ): Promise<{ found: Comment[]; rest?: number | undefined }> {
    const found: Comment[] = [];
    let last = before;
    for (let reads = 0; reads < READS_MAX; reads += 1) {
      const page = await this.comments.page(pollId, viewerId, last);
      if (!page) throw await this.unseen.refusal(pollId, viewerId);
      const mutes = mutedWordsTest(page.words);
      const { comments } = page;
      found.push(
        ...(mutes ? comments.filter(({ userId, content }) => userId === viewerId || !mutes(content)) : comments),
      );
      if (found.length > LIST_PAGE_SIZE || comments.length <= LIST_PAGE_SIZE) return { found };
      last = comments.at(-1)!.id;
    }
    return { found, rest: last };
  }

  /**
   * Adds a comment and shows it to the poll's viewers.
   * @throws ApiError `poll-not-found`; `followers-only`; `comments-off`; `too-many-requests` and `too-many-comments`
   *   with `retryAfter`; `user-not-found`
   */
  @Rpc(pollsRpc.addComment)
  async add({ pollId, userId, newAccount, content }: RpcRequestOf<typeof pollsRpc.addComment>): Promise<Comment> {
    await this.#limit(userId);
    await this.authors.ensure(userId);
    const added = await this.comments.add(pollId, { userId, newAccount }, content);
    if (!added) throw await this.unseen.refusal(pollId, userId);
    this.activity.add(pollId, 1);
    const comment = await this.#withMentions(added.comment);
    const { hiddenFrom, tally } = added;
    // From more people than a message can name, it is hidden until they and all others read the list again.
    if (hiddenFrom.length > HIDDEN_FROM_MAX) this.live.mark(toLiveTally(tally, 'update'));
    else this.#publish(tally, { action: 'added', pollId, comment, ...(hiddenFrom.length > 0 ? { hiddenFrom } : {}) });
    return comment;
  }

  /**
   * Deletes one's own comment, or one under one's own poll.
   * @throws ApiError `comment-not-found`; `forbidden` for another user's comment under another user's poll
   */
  @Rpc(pollsRpc.deleteComment)
  async delete({ commentId, userId }: RpcRequestOf<typeof pollsRpc.deleteComment>): Promise<object> {
    const deletion = await this.comments.delete(commentId, userId);
    if (deletion.outcome === 'not-found' && (await this.moderation.delete(commentId, userId))) return {};
    if (deletion.outcome === 'not-found') throw new ApiError('comment-not-found');
    if (deletion.outcome === 'not-own')
      throw new ApiError('forbidden', { message: 'Only its author and the author of its poll can delete a comment.' });
    const pollId = deletion.tally.poll_id;
    this.activity.add(pollId, -1, deletion.createdAt);
    this.#publish(deletion.tally, { action: 'deleted', pollId, commentId });
    return {};
  }

  /** The comment is stored already, so it is shown without mentions when they cannot be read. */
  async #withMentions(comment: Comment): Promise<Comment> {
    try {
      return (await this.mentions.resolve([comment], comment.userId))[0] ?? comment;
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
