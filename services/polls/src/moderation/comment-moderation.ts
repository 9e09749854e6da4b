import { Injectable } from '@nestjs/common';
import { commentDeleted, commentsSubject, type EventData, type objectModerated } from '@inkling/contracts';
import { Database, LiveBus, purgedAmong, type Transaction } from '@inkling/platform';
import { LiveTallies, toLiveTally, type TallyRow } from '../live/live-tallies.js';
import type { Tables } from '../tables.js';
import { RESTORE_COMMENT } from './moderation.sql.js';

type Decision = EventData<typeof objectModerated>;

/** A comment that has left the list of its poll, or come back. */
interface Moved {
  readonly pollId: number;
  /** Null while the poll itself is hidden. */
  readonly tally: TallyRow | undefined;
  readonly left: boolean;
}

/** Hides comments and shows them again. */
@Injectable()
export class CommentModeration {
  constructor(
    private readonly database: Database<Tables>,
    private readonly live: LiveTallies,
    private readonly bus: LiveBus,
  ) {}

  async apply(decision: Decision): Promise<void> {
    const moved = await this.database.transaction((tx) => this.#store(tx, decision));
    if (!moved) return;
    const { pollId, tally, left } = moved;
    if (left) this.bus.publish(commentsSubject(pollId), { action: 'deleted', pollId, commentId: decision.objectId });
    if (tally) this.live.mark(toLiveTally(tally, 'update'));
  }

  /** Deletes a hidden comment of its author. @returns false when the user has no such comment */
  delete(commentId: number, userId: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const hidden = await tx.kysely
        .selectFrom('moderated_comments')
        .select('poll_id')
        .where('comment_id', '=', commentId)
        .where('user_id', '=', userId)
        .where('state', '=', 'hidden')
        .forUpdate()
        .executeTakeFirst();
      if (!hidden) return false;
      await this.#forget(tx, commentId);
      return true;
    });
  }

  async #store(tx: Transaction<Tables>, decision: Decision): Promise<Moved | undefined> {
    const { objectId: commentId, state, actId, version } = decision;
    const stored = await tx.kysely
      .insertInto('moderated_comments')
      .values({ comment_id: commentId, version, state, act_id: actId })
      .onConflict((conflict) =>
        conflict
          .column('comment_id')
          .doUpdateSet({ version, state, act_id: actId })
          .where('moderated_comments.version', '<', version),
      )
      .returning('user_id')
      .executeTakeFirst();
    if (!stored) return this.#again(tx, decision);
    const isPurged = stored.user_id !== null && (await purgedAmong(tx, [stored.user_id])).size > 0;
    if (state === 'shown' && !isPurged) return this.#show(tx, commentId);
    const moved = await this.#hide(tx, commentId);
    if (state === 'removed' || isPurged) await this.#forget(tx, commentId);
    return moved;
  }

  /** A decision that is known already: the process may have been killed between the commit and the announcement. */
  async #again({ kysely }: Transaction<Tables>, decision: Decision): Promise<Moved | undefined> {
    const { objectId: commentId, pollId, state, version } = decision;
    const known = kysely.selectFrom('moderated_comments').select('version').where('comment_id', '=', commentId);
    if (pollId === null || (await known.executeTakeFirst())?.version !== version) return undefined;
    const tally = kysely.selectFrom('poll_counters').selectAll().where('poll_id', '=', pollId);
    return { pollId, tally: await tally.executeTakeFirst(), left: state !== 'shown' };
  }

  /** Moves the comment out of its poll's list. Undefined when it is not there. */
  async #hide(tx: Transaction<Tables>, commentId: number): Promise<Moved | undefined> {
    const pollId = await this.#lockPoll(tx, 'comments', commentId);
    if (pollId === undefined) return undefined;
    const comment = await tx.kysely
      .deleteFrom('comments')
      .where('id', '=', commentId)
      .returning(['poll_id', 'user_id', 'content', 'created_at'])
      .executeTakeFirst();
    if (!comment) return undefined;
    await tx.kysely.updateTable('moderated_comments').set(comment).where('comment_id', '=', commentId).execute();
    return { pollId, tally: await this.#count(tx, pollId, -1), left: true };
  }

  async #show(tx: Transaction<Tables>, commentId: number): Promise<Moved | undefined> {
    const pollId = await this.#lockPoll(tx, 'moderated_comments', commentId);
    if (pollId === undefined) return undefined;
    const [back] = await tx.query<{ id: number }>({ text: RESTORE_COMMENT, values: [commentId] });
    await this.#clear(tx, commentId);
    return back && { pollId, tally: await this.#count(tx, pollId, 1), left: false };
  }

  /** Removes a withheld comment for good, and tells the other services as when its author deletes it. */
  async #forget(tx: Transaction<Tables>, commentId: number): Promise<void> {
    const known = await tx.kysely
      .selectFrom('moderated_comments as m')
      .innerJoin('polls as p', 'p.id', 'm.poll_id')
      .leftJoin('poll_counters as c', 'c.poll_id', 'p.id')
      .select(['m.poll_id as pollId', 'm.user_id as userId', 'p.author_id as authorId'])
      .select((eb) => eb.fn.coalesce('c.comments_count', eb.lit(0)).as('commentsCount'))
      .where('m.comment_id', '=', commentId)
      .$narrowType<{ pollId: number; userId: number }>()
      .executeTakeFirst();
    await this.#clear(tx, commentId);
    if (known) await tx.publish(commentDeleted, { commentId, ...known });
  }

  async #clear({ kysely }: Transaction<Tables>, commentId: number): Promise<void> {
    await kysely
      .updateTable('moderated_comments')
      .set({ poll_id: null, user_id: null, content: null, created_at: null })
      .where('comment_id', '=', commentId)
      .execute();
  }

  /**
   * Locks the comment's poll first, because a hidden poll that returns counts its comments again.
   * Then locks its tally, as adding and deleting comments do.
   */
  async #lockPoll(
    { kysely }: Transaction<Tables>,
    table: 'comments' | 'moderated_comments',
    commentId: number,
  ): Promise<number | undefined> {
    const found = await kysely
      .selectFrom(table)
      .select('poll_id')
      .where(table === 'comments' ? 'id' : 'comment_id', '=', commentId)
      .executeTakeFirst();
    if (!found || found.poll_id === null) return undefined;
    await kysely.selectFrom('polls').select('id').where('id', '=', found.poll_id).forShare().execute();
    await kysely
      .selectFrom('poll_counters')
      .select('poll_id')
      .where('poll_id', '=', found.poll_id)
      .forUpdate()
      .execute();
    return found.poll_id;
  }

  /** Undefined while the poll is hidden, which counts its comments when it comes back. */
  #count({ kysely }: Transaction<Tables>, pollId: number, by: 1 | -1): Promise<TallyRow | undefined> {
    return kysely
      .updateTable('poll_counters')
      .set((eb) => ({
        comments_count: eb.fn<number>('greatest', [eb('comments_count', '+', by), eb.lit(0)]),
        version: eb('version', '+', 1),
      }))
      .where('poll_id', '=', pollId)
      .returningAll()
      .executeTakeFirst();
  }
}
