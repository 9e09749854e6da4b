import { ABSTAINED, pollsRpc } from '@inkling/contracts';
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
import { seesPoll } from '../audience/seen.js';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { LiveTallies, TALLY_COLUMNS, toLiveTally, type TallyRow } from '../live/live-tallies.js';
import { PollsRepository } from '../polls/polls.repository.js';
import type { Tables } from '../tables.js';

/** Looking at the results without voting, for good (docs/product.md#abstentions). */
@RpcController()
export class AbstentionsService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollsRepository,
    private readonly live: LiveTallies,
    private readonly unseen: UnseenPolls,
  ) {}

  /**
   * Gives up the vote and returns the poll with its results. Again changes nothing.
   * @throws ApiError `poll-not-found`; `followers-only`; `poll-ended`; `already-voted`
   */
  @Rpc(pollsRpc.abstain)
  async abstain({ pollId, userId }: RpcRequestOf<typeof pollsRpc.abstain>): Promise<RawJson> {
    const tally = await this.database.transaction((tx) => this.#abstain(tx, pollId, userId));
    if (tally) this.live.mark(toLiveTally(tally, 'update'));
    const body = await this.polls.find(pollId, userId);
    if (body === undefined) throw await this.unseen.refusal(pollId, userId);
    return new RawJson(body);
  }

  /** Undefined for somebody who abstained before. */
  async #abstain(tx: Transaction<Tables>, pollId: number, userId: number): Promise<TallyRow | undefined> {
    // As votes do it: the tally's lock decides the order, and the key of `votes` which of two came first.
    const poll = await tx.kysely
      .selectFrom('poll_counters as c')
      .innerJoin('polls as p', 'p.id', 'c.poll_id')
      .select((eb) => eb.fn.coalesce(eb('p.end_date', '<=', NOW), eb.lit(false)).as('ended'))
      .where('c.poll_id', '=', pollId)
      .where('p.deleted_at', 'is', null)
      .where(seesPoll(userId, 'p'))
      .forUpdate('c')
      .executeTakeFirst();
    if (!poll) throw await this.unseen.refusal(pollId, userId);
    const { numInsertedOrUpdatedRows } = await tx.kysely
      .insertInto('votes')
      .values((eb) => ({ poll_id: pollId, user_id: userId, option_index: eb.lit(ABSTAINED) }))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) {
      const { option_index: choice } = await tx.kysely
        .selectFrom('votes')
        .select('option_index')
        .where('poll_id', '=', pollId)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (choice !== ABSTAINED) throw new ApiError('already-voted');
      return undefined;
    }
    if (poll.ended) throw new ApiError('poll-ended');
    return tx.kysely
      .updateTable('poll_counters')
      .set((eb) => ({ abstentions_count: eb('abstentions_count', '+', 1), version: eb('version', '+', 1) }))
      .where('poll_id', '=', pollId)
      .returning(TALLY_COLUMNS)
      .executeTakeFirstOrThrow();
  }
}
