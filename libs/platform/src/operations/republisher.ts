import { Injectable } from '@nestjs/common';
import { jetstream } from '@nats-io/jetstream';
import { EventStreams } from '../events/event-streams.js';
import { Nats } from '../messaging/nats-connection.js';
import { Database } from '../persistence/database.js';

const ACK_TIMEOUT_MS = 10_000;

/**
 * Publishes what the outbox holds once more: JetStream's store is a disposable copy (ADR 2). Consumers
 * know each event by its id and ignore what they have had.
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
    const rows = await this.database.query<{ id: string; event_id: string; subject: string; payload: string }>({
      text: 'select id, event_id, subject, payload from outbox where id > $1 order by id limit $2',
      values: [after, limit],
    });
    const client = jetstream(this.nats.connection, { timeout: ACK_TIMEOUT_MS });
    await Promise.all(
      rows.map((row) => client.publish(row.subject, row.payload, { msgID: row.event_id, timeout: ACK_TIMEOUT_MS })),
    );
    return { published: rows.length, last: rows.length < limit ? null : Number(rows.at(-1)!.id) };
  }
}
