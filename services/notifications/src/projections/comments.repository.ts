import { Injectable } from '@nestjs/common';
import { Database, deleteInBatches, type Transaction } from '@inkling/platform';

interface NewComment {
  readonly commentId: number;
  readonly pollId: number;
  readonly userId: number;
  readonly content: string;
  /** ISO instant. */
  readonly createdAt: string;
}

/** The comments on a poll by others than its author, as a notification shows them. */
export interface CommentSummary {
  /** The latest comment that has not been deleted. */
  readonly commentId: number;
  readonly userId: number;
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Number of people with at least one comment. */
  readonly people: number;
  /** At least one of the new comments has not been deleted. */
  readonly hasNew: boolean;
}

/** Comments on polls, as far as notifications show them. A deleted comment leaves a row without its text. */
@Injectable()
export class CommentsRepository {
  constructor(private readonly database: Database) {}

  /** @returns false when the comment is known already, for instance because its deletion arrived first */
  async add(tx: Transaction, comment: NewComment): Promise<boolean> {
    const added = await tx.query({
      text: `
        insert into comments (comment_id, poll_id, user_id, content, created_at) values ($1, $2, $3, $4, $5)
        on conflict do nothing returning 1`,
      values: [comment.commentId, comment.pollId, comment.userId, comment.content, comment.createdAt],
    });
    return added.length > 0;
  }

  /** Removes the text; the row stays, so that a creation that arrives later is ignored. */
  async markDeleted(tx: Transaction, comment: Omit<NewComment, 'content'>): Promise<void> {
    await tx.query({
      text: `
        insert into comments (comment_id, poll_id, user_id, content, created_at) values ($1, $2, $3, null, $4)
        on conflict (comment_id) do update set content = null`,
      values: [comment.commentId, comment.pollId, comment.userId, comment.createdAt],
    });
  }

  /** @returns undefined when every comment has been deleted */
  async summary(tx: Transaction, pollId: number, newIds: readonly number[]): Promise<CommentSummary | undefined> {
    const [row] = await tx.query<CommentSummary>({
      text: `
        select c.comment_id::float8 as "commentId", c.user_id::float8 as "userId", c.content,
          (extract(epoch from c.created_at) * 1000)::float8 as at,
          (select count(distinct o.user_id)::int from comments o where o.poll_id = $1 and o.content is not null)
            as people,
          exists (select from comments o where o.comment_id = any($2::bigint[]) and o.content is not null) as "hasNew"
        from comments c where c.poll_id = $1 and c.content is not null order by c.comment_id desc limit 1`,
      values: [pollId, newIds],
    });
    return row;
  }

  /** Forgets the comments that a dismissed notification has shown. */
  async dropUpTo(tx: Transaction, pollId: number, commentId: number): Promise<void> {
    await tx.query({
      text: 'delete from comments where poll_id = $1 and comment_id <= $2 and content is not null',
      values: [pollId, commentId],
    });
  }

  /** Forgets the likes and comments of a deleted poll. */
  async forgetPoll(pollId: number, queries: Pick<Transaction, 'query'> = this.database): Promise<void> {
    for (const table of ['poll_likes_seen', 'comments'])
      await deleteInBatches(queries, { table, where: 'poll_id = $1', values: [pollId] });
  }
}
