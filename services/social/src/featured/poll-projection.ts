import { Injectable } from '@nestjs/common';
import { pollCreated, pollDeleted, type EventData } from '@inkling/contracts';
import { OnEvent, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { REFRESH_NEWEST } from './featured.sql.js';

/** Who asked a poll when, and each author's newest remaining one. A deletion may arrive before its poll. */
@Injectable()
export class PollProjection {
  @OnEvent(pollCreated)
  async onCreated(poll: EventData<typeof pollCreated>, tx: Transaction<Tables>): Promise<void> {
    await tx.kysely
      .insertInto('polls')
      .values({ poll_id: poll.pollId, author_id: poll.authorId, created_at: new Date(poll.createdAt) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await this.#refresh(poll.authorId, tx);
  }

  @OnEvent(pollDeleted)
  async onDeleted(poll: EventData<typeof pollDeleted>, tx: Transaction<Tables>): Promise<void> {
    await tx.kysely
      .insertInto('polls')
      .values({ poll_id: poll.pollId, author_id: poll.authorId, deleted: true })
      .onConflict((conflict) => conflict.column('poll_id').doUpdateSet({ deleted: true }))
      .execute();
    await this.#refresh(poll.authorId, tx);
  }

  /** Locks the author's row first: a later statement then sees every poll of theirs that has been taken in. */
  async #refresh(authorId: number, tx: Transaction<Tables>): Promise<void> {
    await tx.kysely
      .insertInto('poll_authors')
      .values({ user_id: authorId })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({ newest_at: eb.ref('poll_authors.newest_at') })),
      )
      .execute();
    await tx.query({ text: REFRESH_NEWEST, values: [authorId] });
  }
}
