import { pollsRpc } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { DRAW_BY_SEEKING, DRAW_FROM_ALL, NEXT_VOTERS } from './voters.sql.js';

/** Up to this many votes, a draw reads all voters; reading more would cost milliseconds. */
const READ_ALL_MAX = 2_000;

interface UserIds {
  userIds: number[];
}

/** Who voted, never what they chose: these statements read only counts per option (ADR 5). */
@RpcController()
export class VotersService {
  constructor(private readonly database: Database) {}

  /** A page of a poll's voters, in the order of ids. Empty for a poll that is unknown or deleted. */
  @Rpc(pollsRpc.voters)
  voters({ pollId, after, limit }: RpcRequestOf<typeof pollsRpc.voters>): Promise<UserIds> {
    return this.#userIds('voters-next', NEXT_VOTERS, [pollId, after, limit]);
  }

  /**
   * Draws some of a poll's voters without its author, in random order. Nobody is drawn unless the votes since the last
   * draw leave every voter's option open (ADR 5). In a small poll everyone is equally likely. A large poll draws random
   * ids, so the first voter after a gap comes up more often.
   */
  @Rpc(pollsRpc.drawVoters)
  async drawVoters({ pollId, limit, outsideLead }: RpcRequestOf<typeof pollsRpc.drawVoters>): Promise<UserIds> {
    const [tally] = await this.database.query<{ votes_count: number }>({
      name: 'voters-count',
      text: 'select votes_count from poll_counters where poll_id = $1',
      values: [pollId],
    });
    if (!tally) return { userIds: [] };
    const values = [pollId, limit, outsideLead];
    return tally.votes_count <= READ_ALL_MAX
      ? this.#userIds('voters-draw-all', DRAW_FROM_ALL, values)
      : this.#userIds('voters-draw-seeking', DRAW_BY_SEEKING, values);
  }

  async #userIds(name: string, text: string, values: readonly unknown[]): Promise<UserIds> {
    const rows = await this.database.query<{ user_id: string }>({ name, text, values });
    return { userIds: rows.map((row) => Number(row.user_id)) };
  }
}
