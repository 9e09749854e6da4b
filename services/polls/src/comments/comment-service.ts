import { Inject, Injectable } from '@nestjs/common';
import { LIST_PAGE_SIZE, commentsSubject, type Comment, type LiveComment } from '@inkling/contracts';
import { ApiError, CONFIG, LiveBus } from '@inkling/platform';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AuthorProjection } from '../authors/author-projection.js';
import type { PollsConfig } from '../config.js';
import { LiveTallies } from '../live/live-tallies.js';
import { toLiveTally, type TallyRow } from '../live/tally-row.js';
import { ActivityRecorder } from '../trending/activity-recorder.js';
import { decodeCommentCursor, encodeCommentCursor } from './comment-cursor.js';
import { CommentRepository } from './comment-repository.js';
import { MentionsRepository } from './mentions.repository.js';

const WINDOW_S = 60;

/** A poll's comments (spec 2, /poll/{id}; spec 7, Comments). */
@Injectable()
export class CommentService {
  readonly #limit: RateLimiterMemory;

  constructor(
    private readonly comments: CommentRepository,
    private readonly mentions: MentionsRepository,
    private readonly authors: AuthorProjection,
    private readonly live: LiveTallies,
    private readonly bus: LiveBus,
    private readonly activity: ActivityRecorder,
    @Inject(CONFIG) config: PollsConfig,
  ) {
    this.#limit = new RateLimiterMemory({ points: config.COMMENTS_PER_MINUTE, duration: WINDOW_S });
  }

  /**
   * A page of LIST_PAGE_SIZE, the newest first.
   * @throws ApiError `poll-not-found`; `invalid-request` for a foreign cursor
   */
  async list(pollId: number, cursor: string | undefined): Promise<{ comments: Comment[]; nextCursor: string | null }> {
    const found = await this.comments.page(pollId, cursor === undefined ? undefined : decodeCommentCursor(cursor));
    if (!found) throw new ApiError('poll-not-found');
    const comments = await this.mentions.resolve(found.slice(0, LIST_PAGE_SIZE));
    return { comments, nextCursor: found.length > LIST_PAGE_SIZE ? encodeCommentCursor(comments.at(-1)!.id) : null };
  }

  /**
   * Adds a comment and shows it to the poll's viewers.
   * @param content trimmed, as CommentBody leaves it
   * @throws ApiError `poll-not-found`; `too-many-requests` with `retryAfter`; `user-not-found`
   */
  async add(pollId: number, userId: number, content: string): Promise<Comment> {
    await this.#spend(userId);
    await this.authors.ensure(userId);
    const added = await this.comments.add(pollId, userId, content);
    if (!added) throw new ApiError('poll-not-found');
    const { tally } = added;
    this.activity.add(pollId, 1);
    const comment = await this.#resolved(added.comment);
    this.#tell(tally, { action: 'added', pollId, comment });
    return comment;
  }

  /**
   * Deletes one's own comment.
   * @throws ApiError `comment-not-found`; `forbidden` for someone else's, whoever asked the poll
   */
  async delete(commentId: number, userId: number): Promise<void> {
    const deletion = await this.comments.delete(commentId, userId);
    if (deletion.outcome === 'not-found') throw new ApiError('comment-not-found');
    if (deletion.outcome === 'not-own')
      throw new ApiError('forbidden', { message: 'Only its author can delete a comment.' });
    const pollId = Number(deletion.tally.poll_id);
    this.activity.add(pollId, -1, deletion.createdAt);
    this.#tell(deletion.tally, { action: 'deleted', pollId, commentId });
  }

  /** The comment is stored: without those whom it names it is shown as well. */
  async #resolved(comment: Comment): Promise<Comment> {
    try {
      return (await this.mentions.resolve([comment]))[0] ?? comment;
    } catch {
      return comment;
    }
  }

  /** After the commit. */
  #tell(tally: TallyRow, comment: LiveComment): void {
    this.bus.publish(commentsSubject(comment.pollId), comment);
    this.live.mark(toLiveTally(tally, 'update'));
  }

  async #spend(userId: number): Promise<void> {
    try {
      await this.#limit.consume(userId);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new ApiError('too-many-requests', {
        message: 'You are commenting too fast. Please wait a moment.',
        extra: { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)) },
      });
    }
  }
}
