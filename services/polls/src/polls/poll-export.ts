import { pollsRpc, type RpcReply } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import type { Tables } from '../tables.js';

type ExportedPoll = RpcReply<typeof pollsRpc.export>['polls'][number];

/** Polls as other services' projections hold them, with totals and never with counts per option. */
@RpcController()
export class PollExport {
  constructor(private readonly database: Database<Tables>) {}

  /** Public polls, or all, with ids above `after`, in the order of ids. An empty list is the end. */
  @Rpc(pollsRpc.export)
  async export({ after, limit, all }: RpcRequestOf<typeof pollsRpc.export>): Promise<{ polls: ExportedPoll[] }> {
    const rows = await this.database.kysely
      // The keys first, so that the joins run for one page only.
      .with(
        (cte) => cte('k').materialized(),
        (qc) =>
          qc
            .selectFrom('polls')
            .select('id')
            .where('id', '>', after)
            .where('deleted_at', 'is', null)
            .where('unlisted', '=', false)
            .$if(!all, (query) => query.where('visibility', '=', 'public'))
            .orderBy('id')
            .limit(limit),
      )
      .selectFrom('k')
      .innerJoin('polls as p', 'p.id', 'k.id')
      .innerJoin('poll_counters as c', 'c.poll_id', 'p.id')
      .select([
        'p.id as pollId',
        'p.author_id as authorId',
        'p.question',
        'p.options',
        'p.end_date as endDate',
        'p.created_at as createdAt',
        'p.media',
        'p.topics',
        'p.visibility',
        'c.votes_count as votesCount',
        'c.likes_count as likesCount',
        'c.comments_count as commentsCount',
        'c.version',
      ])
      .orderBy('p.id')
      .execute();
    return {
      polls: rows.map(({ endDate, createdAt, visibility, ...poll }) => ({
        ...poll,
        ...(visibility === 'public' ? {} : { visibility }),
        endDate: endDate?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
      })),
    };
  }
}
