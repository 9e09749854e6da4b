import { pollsRpc } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import type { QueryCreator } from 'kysely';
import { isForColumn } from '../audience/seen.js';
import { seesAuthor } from '../hidden/together.js';
import type { Tables } from '../tables.js';
import { DRAW_BY_SEEKING, DRAW_FROM_ALL, type VoterRow } from './voters.sql.js';

/** Up to this many votes, a draw reads all voters; reading more would cost milliseconds. */
const READ_ALL_MAX = 2_000;

interface UserIds {
  userIds: number[];
}

/** Who voted or waits for the result, never what they chose: these statements read only counts per option (ADR 5). */
@RpcController()
export class VotersService {
  constructor(private readonly database: Database<Tables>) {}

  /**
   * A page of a poll's voters and of those who asked to be told its result, each once, in the order of ids. Without
   * those who do not see it or its author. Empty for a poll that is unknown or deleted.
   */
  @Rpc(pollsRpc.endRecipients)
  async endRecipients(page: RpcRequestOf<typeof pollsRpc.endRecipients>): Promise<UserIds> {
    const { kysely } = this.database;
    const recipients = await kysely
      .with('voters', (cte) =>
        peopleOf(cte, 'votes', page).where((eb) =>
          eb.or([eb('r.option_index', 'is', null), eb('r.option_index', '>=', 0)]),
        ),
      )
      .with('reminded', (cte) => peopleOf(cte, 'reminders', page))
      .selectFrom('voters')
      .select('user_id')
      .union((db) => db.selectFrom('reminded').select('user_id'))
      .orderBy('user_id')
      .limit(page.limit)
      .execute();
    return { userIds: recipients.map((recipient) => recipient.user_id) };
  }

  /**
   * Draws some of a poll's voters in random order, but never the author or users hidden from the author. Nobody is
   * drawn from polls that are sealed or take several options, nor unless the votes since the last draw leave every
   * voter's option open (ADR 5). In a small poll everyone is equally likely. A large poll draws random ids, so the
   * first voter after a gap comes up more often.
   */
  @Rpc(pollsRpc.drawVoters)
  async drawVoters({ pollId, limit, outsideLead }: RpcRequestOf<typeof pollsRpc.drawVoters>): Promise<UserIds> {
    const tally = await this.database.kysely
      .selectFrom('poll_counters as c')
      .innerJoin('polls as p', 'p.id', 'c.poll_id')
      .select('c.votes_count')
      .where('c.poll_id', '=', pollId)
      // The rule about spread is about votes for one option each. Of a sealed poll nobody is ever named.
      .where('p.method', '=', 'single')
      .where('p.sealed', '=', false)
      .executeTakeFirst();
    if (!tally) return { userIds: [] };
    const [name, text] =
      tally.votes_count <= READ_ALL_MAX ? ['voters-draw-all', DRAW_FROM_ALL] : ['voters-draw-seeking', DRAW_BY_SEEKING];
    const voters = await this.database.query<VoterRow>({ name, text, values: [pollId, limit, outsideLead] });
    return { userIds: voters.map((voter) => voter.user_id) };
  }
}

/** The first people of the page in one table, as many as the page has at most. */
const peopleOf = (
  cte: QueryCreator<Tables>,
  table: 'votes' | 'reminders',
  { pollId, after, limit }: RpcRequestOf<typeof pollsRpc.endRecipients>,
) =>
  cte
    // Both tables have the columns that are read here; only votes has a choice.
    .selectFrom(`${table} as r` as 'votes as r')
    .select('r.user_id')
    .where('r.poll_id', '=', pollId)
    .where('r.user_id', '>', after)
    .where(seesAuthor('r.user_id', pollId))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('poll_counters as c')
          .innerJoin('polls as p', 'p.id', 'c.poll_id')
          .select('c.poll_id')
          .where('c.poll_id', '=', pollId)
          .where(isForColumn('r.user_id', 'p')),
      ),
    )
    .orderBy('r.user_id')
    .limit(limit);
