import { pollsRpc } from '@inkling/contracts';
import {
  ApiError,
  Database,
  NOW,
  RawJson,
  Rpc,
  RpcController,
  type RpcRequestOf,
  type Transaction,
} from '@inkling/platform';
import { sql } from 'kysely';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { FeedCache } from '../feed/feed-cache.js';
import { LiveTallies, TALLY_COLUMNS, toLiveTally } from '../live/live-tallies.js';
import { PollsRepository } from '../polls/polls.repository.js';
import type { Tables } from '../tables.js';

/** The author ends a poll before its time, or one without an end (docs/product.md#ending-a-poll). */
@RpcController()
export class EarlyEnd {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollsRepository,
    private readonly feed: FeedCache,
    private readonly live: LiveTallies,
    private readonly unseen: UnseenPolls,
  ) {}

  /**
   * Ends the poll now and returns it. It is announced like any other end. A poll that has ended stays as it is.
   * @throws ApiError `poll-not-found`; `followers-only`; `forbidden` for anyone but the author
   */
  @Rpc(pollsRpc.end)
  async end({ pollId, userId }: RpcRequestOf<typeof pollsRpc.end>): Promise<RawJson> {
    const ended = await this.database.transaction((tx) => this.#end(tx, pollId, userId));
    if (ended) {
      this.feed.changed();
      this.live.mark(ended);
    }
    const body = await this.polls.find(pollId, userId);
    if (body === undefined) throw new ApiError('poll-not-found');
    return new RawJson(body);
  }

  async #end(tx: Transaction<Tables>, pollId: number, userId: number) {
    const poll = await this.polls.lock(tx, pollId, userId);
    if (!poll) throw await this.unseen.refusal(pollId, userId);
    if (poll.authorId !== userId) throw new ApiError('forbidden', { message: 'Only its author can end a poll.' });
    const ended = await tx.kysely
      .updateTable('polls')
      .set({ end_date: NOW })
      .where('id', '=', pollId)
      .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>', NOW)]))
      .returning(['end_date', 'unlisted'])
      .$narrowType<{ end_date: Date }>()
      .executeTakeFirst();
    if (!ended) return undefined;
    // A poll that moderators hide has no tally; its end is announced when it returns.
    const tally = await tx.kysely
      .updateTable('poll_counters')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('poll_id', '=', pollId)
      .returning(TALLY_COLUMNS)
      .executeTakeFirst();
    if (!tally) {
      await tx.kysely.updateTable('moderated_counters').set({ end_due: true }).where('poll_id', '=', pollId).execute();
      return undefined;
    }
    if (!ended.unlisted)
      await tx.kysely
        .insertInto('due_ends')
        .values({ poll_id: pollId, end_date: ended.end_date })
        .onConflict((conflict) => conflict.column('poll_id').doUpdateSet({ end_date: sql`excluded.end_date` }))
        .execute();
    return { ...toLiveTally(tally, 'update'), endDate: ended.end_date.toISOString() };
  }
}
