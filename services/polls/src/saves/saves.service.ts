import { pollsRpc, type SaveState } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { sql } from 'kysely';
import { withSeenPoll } from '../audience/seen.js';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { PollLimits } from '../limits/poll-limits.js';
import type { Tables } from '../tables.js';

/**
 * Saving a poll and undoing it. Doing either twice changes nothing (docs/product.md#likes-and-saves). Both throw
 * ApiError `poll-not-found`; `followers-only`; `too-many-reactions`.
 */
@RpcController()
export class SavesService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly limits: PollLimits,
    private readonly unseen: UnseenPolls,
  ) {}

  @Rpc(pollsRpc.save)
  async save({ pollId, viewerId, newAccount }: RpcRequestOf<typeof pollsRpc.save>): Promise<SaveState> {
    await this.limits.reactions.during({ userId: viewerId, newAccount }, async () => {
      const known = await withSeenPoll(this.database, pollId, viewerId)
        .with('saved', (cte) =>
          cte
            .insertInto('saves')
            .columns(['poll_id', 'user_id'])
            .expression((eb) => eb.selectFrom('known').select(['id', sql<number>`${viewerId}::bigint`.as('user_id')]))
            .onConflict((conflict) => conflict.doNothing()),
        )
        .selectFrom('known')
        .select('id')
        .executeTakeFirst();
      if (!known) throw await this.unseen.refusal(pollId, viewerId);
    });
    return { pollId, userSaved: true };
  }

  @Rpc(pollsRpc.unsave)
  async unsave({ pollId, viewerId, newAccount }: RpcRequestOf<typeof pollsRpc.unsave>): Promise<SaveState> {
    await this.limits.reactions.during({ userId: viewerId, newAccount }, async () => {
      const known = await withSeenPoll(this.database, pollId, viewerId)
        .with('unsaved', (cte) => cte.deleteFrom('saves').where('poll_id', '=', pollId).where('user_id', '=', viewerId))
        .selectFrom('known')
        .select('id')
        .executeTakeFirst();
      if (!known) throw await this.unseen.refusal(pollId, viewerId);
    });
    return { pollId, userSaved: false };
  }
}
