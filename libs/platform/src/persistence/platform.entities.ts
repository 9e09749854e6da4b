import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';

/** Events that a transaction has written and the relay publishes. */
export const OutboxEvent = defineEntity({
  name: 'OutboxEvent',
  tableName: 'outbox',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    eventId: p.uuid(),
    subject: p.text(),
    /** The envelope as JSON text. */
    payload: p.text(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    publishedAt: p.datetime().columnType('timestamptz').nullable(),
  },
});

/** Events that a consumer has taken in, so that none takes effect twice. */
export const InboxEvent = defineEntity({
  name: 'InboxEvent',
  tableName: 'inbox',
  properties: {
    consumer: p.text().primary(),
    eventId: p.uuid().primary(),
    consumedAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
  },
});

/** Events that a consumer has given up on, kept for the operator. */
export const DeadLetter = defineEntity({
  name: 'DeadLetter',
  tableName: 'dead_letters',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    consumer: p.text(),
    /** Null when the message could not be read. */
    eventId: p.uuid().nullable(),
    subject: p.text(),
    payload: p.text(),
    error: p.text(),
    attempts: p.integer(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    replayedAt: p.datetime().columnType('timestamptz').nullable(),
  },
});

/** Tables that every service has in its own schema. */
export const platformEntities = [OutboxEvent, InboxEvent, DeadLetter] as const;

/** Kysely's types of those tables. */
export interface PlatformTables extends InferKyselyDB<(typeof platformEntities)[number]> {}

/** Kysely's types of a service's tables: its own entities', by column name, and the platform's. */
export type TablesOf<Entity extends { name: string }> = InferKyselyDB<Entity> & PlatformTables;
