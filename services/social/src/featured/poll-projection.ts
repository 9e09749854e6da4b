import { Injectable } from '@nestjs/common';
import { DELETED_USER_ID, objectModerated, pollCreated, pollDeleted, type EventData } from '@inkling/contracts';
import { OnEvent, purgedAmong, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** Who asked a public poll when, and each author's newest remaining one. A deletion may arrive before its poll. */
@Injectable()
export class PollProjection {
  @OnEvent(pollCreated)
  async onCreated(poll: EventData<typeof pollCreated>, tx: Transaction<Tables>): Promise<void> {
    if (poll.visibility) return;
    const authorId = (await purgedAmong(tx, [poll.authorId])).has(poll.authorId) ? DELETED_USER_ID : poll.authorId;
    await tx.kysely
      .insertInto('polls')
      .values({ poll_id: poll.pollId, author_id: authorId, created_at: new Date(poll.createdAt) })
      // A decision about the poll may have arrived before it, and has no time.
      .onConflict((conflict) =>
        conflict
          .column('poll_id')
          .doUpdateSet({ author_id: authorId, created_at: new Date(poll.createdAt) })
          .where('polls.created_at', 'is', null)
          .where('polls.deleted', '=', false),
      )
      .execute();
    if (authorId !== DELETED_USER_ID) await this.#refresh(authorId, tx);
  }

  @OnEvent(pollDeleted)
  async onDeleted(poll: EventData<typeof pollDeleted>, tx: Transaction<Tables>): Promise<void> {
    await tx.kysely
      .insertInto('polls')
      .values({ poll_id: poll.pollId, author_id: poll.authorId, deleted: true })
      .onConflict((conflict) => conflict.column('poll_id').doUpdateSet({ deleted: true }))
      .execute();
    if (!(await purgedAmong(tx, [poll.authorId])).has(poll.authorId)) await this.#refresh(poll.authorId, tx);
  }

  @OnEvent(objectModerated)
  async onModerated(decision: EventData<typeof objectModerated>, tx: Transaction<Tables>): Promise<void> {
    if (decision.kind !== 'poll') return;
    const decided = { hidden: decision.state !== 'shown', moderation_version: decision.version };
    const stored = await tx.kysely
      .insertInto('polls')
      .values({ poll_id: decision.objectId, author_id: decision.authorId, ...decided })
      .onConflict((conflict) =>
        conflict.column('poll_id').doUpdateSet(decided).where('polls.moderation_version', '<', decision.version),
      )
      .returning('author_id')
      .executeTakeFirst();
    if (stored && stored.author_id !== DELETED_USER_ID) await this.#refresh(stored.author_id, tx);
  }

  /** Locks the author's row first: a later statement then sees every poll of theirs that has been taken in. */
  async #refresh(authorId: number, { kysely }: Transaction<Tables>): Promise<void> {
    await kysely
      .insertInto('poll_authors')
      .values({ user_id: authorId })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({ newest_at: eb.ref('poll_authors.newest_at') })),
      )
      .execute();
    const newest = kysely
      .selectFrom('polls')
      .select(['poll_id', 'created_at'])
      .where('author_id', '=', authorId)
      .where('deleted', '=', false)
      .where('hidden', '=', false)
      .where('created_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('poll_id', 'desc')
      .limit(1);
    // The time is copied within the database, with its microseconds. A row that is right already is not rewritten.
    await kysely
      .updateTable('poll_authors as a')
      .from((eb) =>
        eb
          .selectFrom('poll_authors as own')
          .leftJoin(newest.as('p'), (join) => join.onTrue())
          .select(['own.user_id', 'p.poll_id', 'p.created_at'])
          .where('own.user_id', '=', authorId)
          .as('n'),
      )
      .set((eb) => ({ newest_poll_id: eb.ref('n.poll_id'), newest_at: eb.ref('n.created_at') }))
      .whereRef('a.user_id', '=', 'n.user_id')
      .where((eb) =>
        eb.or([
          eb('a.newest_poll_id', 'is distinct from', eb.ref('n.poll_id')),
          eb('a.newest_at', 'is distinct from', eb.ref('n.created_at')),
        ]),
      )
      .execute();
  }
}
