import { Injectable } from '@nestjs/common';
import { EVENTS } from '@inkling/contracts';
import { DiscardPolicy, RetentionPolicy, StorageType, jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { Nats } from '../messaging/nats-connection.js';

const DAY_NS = 24 * 60 * 60 * 1_000_000_000;
const DEDUPLICATION_NS = 2 * 60 * 1_000_000_000;

/** The service whose stream holds an event: the first part of its type. */
export const producerOf = (type: string): string => type.slice(0, type.indexOf('.'));

/** Name of a producer's stream. */
export const streamOf = (producer: string): string => `${producer}-events`;

/**
 * One stream per producer, with its events' subjects by name: calls share the first part of the subject and must not
 * land in a stream. Streams are disposable copies of the outboxes, so whoever comes first makes them.
 */
@Injectable()
export class EventStreams {
  constructor(private readonly nats: Nats) {}

  /** Creates what is missing, and adds the subjects of new events. Safe to call at any time and from any replica. */
  async ensure(): Promise<void> {
    const manager = await jetstreamManager(this.nats.connection);
    const producers = new Set(EVENTS.map((event) => producerOf(event.type)));
    for (const producer of producers) {
      const subjects = EVENTS.map((event) => event.type as string).filter((type) => producerOf(type) === producer);
      const name = streamOf(producer);
      const existing = await manager.streams.info(name).catch(() => undefined);
      if (!existing) {
        await manager.streams.add({
          name,
          subjects,
          storage: StorageType.File,
          retention: RetentionPolicy.Limits,
          discard: DiscardPolicy.Old,
          max_age: 14 * DAY_NS,
          duplicate_window: DEDUPLICATION_NS,
        } satisfies Partial<StreamConfig> & { name: string });
      } else if (subjects.some((subject) => !existing.config.subjects?.includes(subject))) {
        await manager.streams.update(name, { subjects: [...new Set([...(existing.config.subjects ?? []), ...subjects])] });
      }
    }
  }
}
