import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';

/** The comments on a poll by others than its author, as its notice shows them. */
export interface CommentSummary {
  readonly commentId: number;
  readonly userId: number;
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** People whose comments are there. */
  readonly people: number;
  /** One of those asked about is still there. */
  readonly fresh: boolean;
}

/** Rows deleted at once. */
const BATCH = 5_000;

/** What consumers have seen, in the form in which notices need it. */
@Injectable()
export class NoticeFacts {
  constructor(private readonly database: Database) {}

  /** The latest comment that has not been deleted; undefined when there is none. */
  async comments(tx: Transaction, pollId: number, newIds: readonly number[]): Promise<CommentSummary | undefined> {
    const [row] = await tx.query<CommentSummary>({
      text: `select c.comment_id::float8 as "commentId", c.user_id::float8 as "userId", c.content, (extract(epoch from c.created_at) * 1000)::float8 as at,
               (select count(distinct o.user_id)::int from comments o where o.poll_id = $1 and o.content is not null) as people,
               exists (select from comments o where o.comment_id = any($2::bigint[]) and o.content is not null) as fresh
             from comments c where c.poll_id = $1 and c.content is not null order by c.comment_id desc limit 1`,
      values: [pollId, newIds],
    });
    return row;
  }

  /** A dismissed notice's comments are never shown again. */
  async dropComments(tx: Transaction, pollId: number, upTo: number): Promise<void> {
    await tx.query({
      text: 'delete from comments where poll_id = $1 and comment_id <= $2 and content is not null',
      values: [pollId, upTo],
    });
  }

  /** Names of those whose profile has arrived. */
  async names(tx: Pick<Transaction, 'query'>, userIds: readonly number[]): Promise<Map<number, string>> {
    const rows = await tx.query<{ id: number; name: string }>({
      text: 'select user_id::float8 as id, name from profiles where user_id = any($1::bigint[])',
      values: [userIds],
    });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async isKnown(userId: number): Promise<boolean> {
    return (await this.names(this.database, [userId])).size > 0;
  }

  /** Forgets a deleted poll's likes and comments. */
  async forgetPoll(pollId: number, queries: Pick<Transaction, 'query'> = this.database): Promise<void> {
    for (const table of ['poll_likes_seen', 'comments']) {
      let removed = BATCH;
      while (removed === BATCH) {
        const rows = await queries.query({
          text: `delete from ${table} where ctid = any (array(select ctid from ${table} where poll_id = $1 limit ${BATCH})) returning 1`,
          values: [pollId],
        });
        removed = rows.length;
      }
    }
  }
}
