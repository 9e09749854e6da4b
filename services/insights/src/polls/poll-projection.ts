import { Injectable } from '@nestjs/common';
import { OnEvent, purgedAmong, type Transaction } from '@inkling/platform';
import { DELETED_USER_ID, pollCreated, pollDeleted, type EventData } from '@inkling/contracts';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** A poll whose event has arrived. Its deletion waits for the transaction to end, then deletes what was stored. */
export const lockPoll = (kysely: Kysely<Tables>, pollId: number): Promise<{ deleted: boolean } | undefined> =>
  kysely.selectFrom('polls').select('deleted').where('poll_id', '=', pollId).forShare().executeTakeFirst();

/**
 * Stores polls as their authors wrote them. A deleted poll's row stays as a tombstone, so that a late creation is
 * ignored.
 */
@Injectable()
export class PollProjection {
  @OnEvent(pollCreated)
  async onCreated(poll: EventData<typeof pollCreated>, tx: Transaction<Tables>): Promise<void> {
    const { kysely } = tx;
    const { pollId: poll_id, question, options, visibility } = poll;
    const author_id = (await purgedAmong(tx, [poll.authorId])).has(poll.authorId) ? DELETED_USER_ID : poll.authorId;
    const added = await kysely
      .insertInto('polls')
      .values({ poll_id, author_id, question, options, for_followers: visibility === 'followers' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('poll_id')
      .executeTakeFirst();
    if (!added) return;
    await kysely
      .insertInto('classification_queue')
      .values({ poll_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Deletes leases first: storing a Deep Dive locks its lease, so a text stored meanwhile is visible and deleted. */
  @OnEvent(pollDeleted)
  async onDeleted(poll: EventData<typeof pollDeleted>, { kysely }: Transaction<Tables>): Promise<void> {
    await kysely
      .insertInto('polls')
      .values({ poll_id: poll.pollId, author_id: poll.authorId, deleted: true })
      .onConflict((conflict) => conflict.column('poll_id').doUpdateSet({ question: null, options: [], deleted: true }))
      .execute();
    for (const table of ['leases', 'deep_dives', 'classification_queue', 'classifications'] as const)
      await kysely.deleteFrom(table).where('poll_id', '=', poll.pollId).execute();
  }
}
