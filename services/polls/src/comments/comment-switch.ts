import { pollsRpc, type CommentSwitch as Switched } from '@inkling/contracts';
import { ApiError, Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { FeedCache } from '../feed/feed-cache.js';
import { PollsRepository } from '../polls/polls.repository.js';
import type { Tables } from '../tables.js';

/** Switching the comments of a poll off and on (docs/product.md#comments). */
@RpcController()
export class CommentSwitch {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollsRepository,
    private readonly feed: FeedCache,
    private readonly unseen: UnseenPolls,
  ) {}

  /**
   * Existing comments stay, and nobody can add one. Switching again changes nothing.
   * @throws ApiError `poll-not-found`; `followers-only`; `forbidden` for anyone but the author
   */
  @Rpc(pollsRpc.switchComments)
  async switch({ pollId, userId, off }: RpcRequestOf<typeof pollsRpc.switchComments>): Promise<Switched> {
    const { numUpdatedRows } = await this.database.kysely
      .updateTable('polls')
      .set({ comments_off: off })
      .where('id', '=', pollId)
      .where('author_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      const known = await this.polls.findPreview(pollId, userId);
      throw known === undefined
        ? await this.unseen.refusal(pollId, userId)
        : new ApiError('forbidden', { message: 'Only its author can switch the comments of a poll off.' });
    }
    this.feed.changed();
    return { pollId, commentsOff: off };
  }
}
