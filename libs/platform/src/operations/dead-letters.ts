import { Injectable } from '@nestjs/common';
import type { DeadLetter } from '@inkling/contracts';
import type { Selectable } from 'kysely';
import { RIGHT_NOW } from '../persistence/clock.js';
import { EventConsumers } from '../events/event-consumers.js';
import { Database } from '../persistence/database.js';
import type { PlatformTables } from '../persistence/platform.entities.js';

const PAGE = 100;

const view = (letter: Selectable<PlatformTables['dead_letters']>): DeadLetter => ({
  id: letter.id,
  consumer: letter.consumer,
  eventId: letter.event_id,
  subject: letter.subject,
  error: letter.error,
  attempts: letter.attempts,
  createdAt: letter.created_at.toISOString(),
  replayedAt: letter.replayed_at?.toISOString() ?? null,
});

/** Events that a consumer gave up on, kept until an operator has removed the cause. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly database: Database,
    private readonly consumers: EventConsumers,
  ) {}

  /**
   * A page in the order of ids, a hundred at most.
   * @param all includes letters that have been replayed
   */
  async list(after: number, all: boolean): Promise<DeadLetter[]> {
    const letters = await this.database.kysely
      .selectFrom('dead_letters')
      .selectAll()
      .where('id', '>', after)
      .$if(!all, (query) => query.where('replayed_at', 'is', null))
      .orderBy('id')
      .limit(PAGE)
      .execute();
    return letters.map(view);
  }

  /** What has piled up: letters that were not replayed, and events of the outbox that are not published. */
  async counts(): Promise<{ deadLetters: number; unpublished: number }> {
    const [letters, events] = await Promise.all([
      this.database.kysely
        .selectFrom('dead_letters')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('replayed_at', 'is', null)
        .executeTakeFirstOrThrow(),
      this.database.kysely
        .selectFrom('outbox')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('published_at', 'is', null)
        .executeTakeFirstOrThrow(),
    ]);
    return { deadLetters: letters.count, unpublished: events.count };
  }

  /**
   * Gives letters to their consumers again, each in its own transaction together with the mark that it was replayed.
   */
  async replay(ids: readonly number[]): Promise<{ replayed: number[]; failed: { id: number; error: string }[] }> {
    const replayed: number[] = [];
    const failed: { id: number; error: string }[] = [];
    for (const id of ids) {
      try {
        await this.database.transaction(async (tx) => {
          const letter = await tx.kysely
            .selectFrom('dead_letters')
            .selectAll()
            .where('id', '=', id)
            .forUpdate()
            .executeTakeFirst();
          if (!letter) throw new Error('There is no such dead letter');
          if (letter.replayed_at) throw new Error('It has been replayed already');
          await this.consumers.replay(letter.consumer, letter.payload, tx);
          await tx.kysely.updateTable('dead_letters').set({ replayed_at: RIGHT_NOW }).where('id', '=', id).execute();
        });
        replayed.push(id);
      } catch (error) {
        failed.push({ id, error: error instanceof Error ? error.message : String(error) });
      }
    }
    return { replayed, failed };
  }
}
