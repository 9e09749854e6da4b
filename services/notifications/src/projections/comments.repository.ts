import { Injectable } from '@nestjs/common';
import { Database, deleteInBatches, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { isSilenced } from '../blocks/silenced.js';
import type { Tables } from '../tables.js';

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
  constructor(private readonly database: Database<Tables>) {}

  /** @returns false when the comment is known already, for instance because its deletion arrived first */
  async add({ kysely }: Transaction<Tables>, comment: NewComment): Promise<boolean> {
    const added = await kysely
      .insertInto('comments')
      .values(rowOf(comment, comment.content))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return added.numInsertedOrUpdatedRows === 1n;
  }

  /** Removes the text; the row stays, so that a creation that arrives later is ignored. */
  async markDeleted({ kysely }: Transaction<Tables>, comment: Omit<NewComment, 'content'>): Promise<void> {
    await kysely
      .insertInto('comments')
      .values(rowOf(comment, null))
      .onConflict((conflict) => conflict.column('comment_id').doUpdateSet({ content: null }))
      .execute();
  }

  /**
   * Without comments by people whom a block or a mute keeps out of the recipient's notifications.
   * @returns undefined when none is left
   */
  async summary(
    { kysely }: Transaction<Tables>,
    { pollId, recipientId, newIds }: { pollId: number; recipientId: number; newIds: readonly number[] },
  ): Promise<CommentSummary | undefined> {
    const recipient = sql`${recipientId}::bigint`;
    const existing = kysely
      .selectFrom('comments')
      .where('poll_id', '=', pollId)
      .where('content', 'is not', null)
      .where((eb) => eb.not(isSilenced(recipient, sql.ref('comments.user_id'))));
    const latest = await existing
      .select(['comment_id', 'user_id', 'content', 'created_at'])
      .orderBy('comment_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!latest) return undefined;
    const { people } = await existing
      .select(({ fn }) => fn.count<number>('user_id').distinct().as('people'))
      .executeTakeFirstOrThrow();
    // One array: after a long outage there may be more new comments than a statement can have parameters.
    const fresh = await existing
      .select('comment_id')
      .where(sql<boolean>`comment_id = any(${newIds}::bigint[])`)
      .limit(1)
      .executeTakeFirst();
    return {
      commentId: latest.comment_id,
      userId: latest.user_id,
      content: latest.content ?? '',
      at: latest.created_at.getTime(),
      people,
      hasNew: Boolean(fresh),
    };
  }

  /** Forgets the comments that a dismissed notification has shown. */
  async dropUpTo({ kysely }: Transaction<Tables>, pollId: number, commentId: number): Promise<void> {
    await kysely
      .deleteFrom('comments')
      .where('poll_id', '=', pollId)
      .where('comment_id', '<=', commentId)
      .where('content', 'is not', null)
      .execute();
  }

  /** Forgets the likes and comments of a deleted poll. */
  async forgetPoll(pollId: number, queries: Pick<Transaction<Tables>, 'query'> = this.database): Promise<void> {
    for (const table of ['poll_likes_seen', 'comments'])
      await deleteInBatches(queries, { table, where: 'poll_id = $1', values: [pollId], locked: 'wait' });
  }
}

const rowOf = ({ commentId, pollId, userId, createdAt }: Omit<NewComment, 'content'>, content: string | null) => ({
  comment_id: commentId,
  poll_id: pollId,
  user_id: userId,
  content,
  created_at: new Date(createdAt),
});
