import { pollsRpc } from '@inkling/contracts';
import {
  ApiError,
  Database,
  RIGHT_NOW,
  Rpc,
  RpcController,
  type RpcRequestOf,
  type Transaction,
} from '@inkling/platform';
import { seesPoll, withSeenPoll } from '../audience/seen.js';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { PollLimits } from '../limits/poll-limits.js';
import type { Tables } from '../tables.js';

/**
 * Asking to be told a poll's result, and taking that back. Doing either twice changes nothing
 * (docs/product.md#the-result). Both throw ApiError `poll-not-found`; `followers-only`; `too-many-reactions`.
 */
@RpcController()
export class RemindersService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly limits: PollLimits,
    private readonly unseen: UnseenPolls,
  ) {}

  /** @throws ApiError `poll-ended` */
  @Rpc(pollsRpc.setReminder)
  async set({ pollId, viewerId, newAccount }: RpcRequestOf<typeof pollsRpc.setReminder>): Promise<object> {
    await this.limits.reactions.during({ userId: viewerId, newAccount }, () =>
      this.database.transaction((tx) => this.#set(tx, pollId, viewerId)),
    );
    return {};
  }

  @Rpc(pollsRpc.removeReminder)
  async remove({ pollId, viewerId, newAccount }: RpcRequestOf<typeof pollsRpc.removeReminder>): Promise<object> {
    await this.limits.reactions.during({ userId: viewerId, newAccount }, async () => {
      const known = await withSeenPoll(this.database, pollId, viewerId)
        .with('removed', (cte) =>
          cte.deleteFrom('reminders').where('poll_id', '=', pollId).where('user_id', '=', viewerId),
        )
        .selectFrom('known')
        .select('id')
        .executeTakeFirst();
      if (!known) throw await this.unseen.refusal(pollId, viewerId);
    });
    return {};
  }

  async #set({ kysely }: Transaction<Tables>, pollId: number, viewerId: number): Promise<void> {
    // An end is announced with this lock. So a reminder that finds the poll open is stored before the announcement.
    const tally = await kysely
      .selectFrom('poll_counters')
      .select('poll_id')
      .where('poll_id', '=', pollId)
      .forShare()
      .executeTakeFirst();
    // A second statement, which sees what was committed while the first one waited.
    const poll = await kysely
      .selectFrom('polls as p')
      .select((eb) => eb.fn.coalesce(eb('p.end_date', '<=', RIGHT_NOW), eb.lit(false)).as('ended'))
      .where('p.id', '=', pollId)
      .where('p.deleted_at', 'is', null)
      .where(seesPoll(viewerId, 'p'))
      .executeTakeFirst();
    if (!tally || !poll) throw await this.unseen.refusal(pollId, viewerId);
    if (poll.ended) throw new ApiError('poll-ended');
    await kysely
      .insertInto('reminders')
      .values({ poll_id: pollId, user_id: viewerId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
