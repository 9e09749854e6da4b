import { pollLiked, pollUnliked, pollsRpc, type LikeState } from '@inkling/contracts';
import { Database, Outbox, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { PollLimits } from '../limits/poll-limits.js';
import { LiveTallies, toLiveTally } from '../live/live-tallies.js';
import { PollActivity } from '../trending/poll-activity.js';
import { LIKE, UNLIKE, type LikeRow } from './likes.sql.js';

/**
 * Liking a poll and undoing it. Doing either twice changes nothing (docs/product.md#likes-and-saves). Both throw
 * ApiError `poll-not-found`; `followers-only`; `too-many-reactions`.
 */
@RpcController()
export class LikesService {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly live: LiveTallies,
    private readonly activity: PollActivity,
    private readonly limits: PollLimits,
    private readonly unseen: UnseenPolls,
  ) {}

  @Rpc(pollsRpc.like)
  async like(request: RpcRequestOf<typeof pollsRpc.like>): Promise<LikeState> {
    const { pollId } = request;
    const row = await this.#change('poll-like', LIKE, pollLiked, request);
    if (row.changed_at !== null) this.activity.add(pollId, 1);
    return { pollId, userLiked: true, likesCount: row.likes_count };
  }

  @Rpc(pollsRpc.unlike)
  async unlike(request: RpcRequestOf<typeof pollsRpc.unlike>): Promise<LikeState> {
    const { pollId } = request;
    const row = await this.#change('poll-unlike', UNLIKE, pollUnliked, request);
    if (row.changed_at !== null) this.activity.add(pollId, -1, new Date(row.changed_at));
    return { pollId, userLiked: false, likesCount: row.likes_count };
  }

  /** Like, count and event in one commit; viewers see the new count afterwards. */
  async #change(
    name: string,
    text: string,
    contract: typeof pollLiked | typeof pollUnliked,
    { pollId, viewerId, newAccount }: RpcRequestOf<typeof pollsRpc.like>,
  ): Promise<LikeRow> {
    const limit = this.limits.reactions;
    const person = { userId: viewerId, newAccount };
    const event = this.outbox.openRow(contract);
    const values = [pollId, viewerId, event.eventId, event.subject, event.head, ...limit.within(person)];
    const [row] = await this.database.query<LikeRow>({ name, text, values });
    if (!row) throw await this.unseen.refusal(pollId, viewerId);
    limit.assertCounted(person, row);
    if (row.changed_at !== null) {
      this.outbox.wake();
      this.live.mark(toLiveTally(row, 'update'));
    }
    return row;
  }
}
