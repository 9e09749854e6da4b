import { Injectable } from '@nestjs/common';
import { jetstream } from '@nats-io/jetstream';
import { EventStreams } from '../events/event-streams.js';
import { Nats } from '../messaging/nats-connection.js';
import { Database } from '../persistence/database.js';

const ACK_TIMEOUT_MS = 10_000;

/**
 * Publishes the outbox again: JetStream's store is a disposable copy (ADR 2). Consumers know each event by its id and
 * ignore those that they have seen.
 */
@Injectable()
export class Republisher {
  constructor(
    private readonly nats: Nats,
    private readonly database: Database,
    private readonly streams: EventStreams,
  ) {}

  /**
   * One batch, in the order of ids.
   * @returns how many, and the last id; null when there are no more
   * @throws Error when the broker does not acknowledge one of them; the same batch can be asked for again
   */
  async republish(after: number, limit: number): Promise<{ published: number; last: number | null }> {
    await this.streams.ensure();
    const rows = await this.database.kysely
      .selectFrom('outbox')
      .select(['id', 'event_id', 'subject', 'payload'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    const client = jetstream(this.nats.connection, { timeout: ACK_TIMEOUT_MS });
    await Promise.all(
      rows.map((row) => client.publish(row.subject, row.payload, { msgID: row.event_id, timeout: ACK_TIMEOUT_MS })),
    );
    return { published: rows.length, last: rows.length < limit ? null : rows.at(-1)!.id };
  }
}
