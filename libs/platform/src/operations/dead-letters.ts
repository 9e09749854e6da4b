import { Injectable } from '@nestjs/common';
import type { DeadLetter } from '@inkling/contracts';
import { EventConsumers } from '../events/event-consumers.js';
import { Database } from '../persistence/database.js';

const PAGE = 100;

interface Row {
  id: string;
  consumer: string;
  event_id: string | null;
  subject: string;
  payload: string;
  error: string;
  attempts: number;
  /** As PostgreSQL writes it: the pool leaves dates alone. */
  created_at: string;
  replayed_at: string | null;
}

const view = (row: Row): DeadLetter => ({
  id: Number(row.id),
  consumer: row.consumer,
  eventId: row.event_id,
  subject: row.subject,
  error: row.error,
  attempts: row.attempts,
  createdAt: new Date(row.created_at).toISOString(),
  replayedAt: row.replayed_at === null ? null : new Date(row.replayed_at).toISOString(),
});

/** Events that a consumer gave up on, kept until somebody has mended the cause. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly database: Database,
    private readonly consumers: EventConsumers,
  ) {}

  /** A page in the order of ids, a hundred at most. @param all those already replayed too */
  async list(after: number, all: boolean): Promise<DeadLetter[]> {
    const rows = await this.database.query<Row>({
      text: 'select * from dead_letters where id > $1 and ($2 or replayed_at is null) order by id limit $3',
      values: [after, all, PAGE],
    });
    return rows.map(view);
  }

  /**
   * Gives letters to their consumers once more, each in a transaction of its own with the mark that it was replayed.
   */
  async replay(ids: readonly number[]): Promise<{ replayed: number[]; failed: { id: number; error: string }[] }> {
    const replayed: number[] = [];
    const failed: { id: number; error: string }[] = [];
    for (const id of ids) {
      try {
        await this.database.transaction(async (tx) => {
          const [letter] = await tx.query<Row>({
            text: 'select * from dead_letters where id = $1 for update',
            values: [id],
          });
          if (!letter) throw new Error('There is no such dead letter');
          if (letter.replayed_at) throw new Error('It has been replayed already');
          await this.consumers.replay(letter.consumer, letter.payload, tx);
          await tx.query({
            text: 'update dead_letters set replayed_at = clock_timestamp() where id = $1',
            values: [id],
          });
        });
        replayed.push(id);
      } catch (error) {
        failed.push({ id, error: error instanceof Error ? error.message : String(error) });
      }
    }
    return { replayed, failed };
  }
}
