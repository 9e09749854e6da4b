import { pollsRpc, type RpcReply } from '@inkling/contracts';
import { Database, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { instantSql } from './poll-text.sql.js';

type ExportedPoll = RpcReply<typeof pollsRpc.export>['polls'][number];

const NEXT = `
  with k as materialized (
    select q.id from polls q where q.id > $1 and q.deleted_at is null and not q.unlisted order by q.id limit $2
  )
  select p.id, p.author_id, p.question, p.options, p.media, p.topics,
    ${instantSql('p.end_date')} as end_date, ${instantSql('p.created_at')} as created_at,
    c.votes_count, c.likes_count, c.comments_count, c.version
  from k join polls p on p.id = k.id join poll_counters c on c.poll_id = p.id
  order by p.id`;

interface ExportRow {
  id: string;
  author_id: string;
  question: string;
  options: string[];
  end_date: string | null;
  created_at: string;
  media: string | null;
  topics: string[];
  votes_count: number;
  likes_count: number;
  comments_count: number;
  version: number;
}

/** Polls as other services' projections hold them, with totals and never with counts per option. */
@RpcController()
export class PollExport {
  constructor(private readonly database: Database) {}

  /** Polls with ids above `after`, in the order of ids. An empty list is the end. */
  @Rpc(pollsRpc.export)
  async export({ after, limit }: RpcRequestOf<typeof pollsRpc.export>): Promise<{ polls: ExportedPoll[] }> {
    const rows = await this.database.query<ExportRow>({ name: 'polls-export', text: NEXT, values: [after, limit] });
    return {
      polls: rows.map((row) => ({
        pollId: Number(row.id),
        authorId: Number(row.author_id),
        question: row.question,
        options: row.options,
        endDate: row.end_date,
        createdAt: row.created_at,
        media: row.media,
        topics: row.topics,
        votesCount: row.votes_count,
        likesCount: row.likes_count,
        commentsCount: row.comments_count,
        version: row.version,
      })),
    };
  }
}
