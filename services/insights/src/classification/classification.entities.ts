import { defineEntity, p } from '@mikro-orm/core';
import type { PollLabels } from '@inkling/contracts';

/** The labels of a poll. */
export const Classified = defineEntity({
  name: 'Classified',
  tableName: 'classifications',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    /** Null in rows that the previous release's code inserted. */
    labels: p.json<PollLabels>().columnType('jsonb').nullable(),
    // The last release writes these four; they go with the next one.
    topics: p.array<string>().columnType('text[]').defaultRaw(`'{}'`),
    mood: p.text().nullable(),
    context: p.text().nullable(),
    seasonality: p.text().nullable(),
    classifier: p.text(),
    version: p.integer(),
  },
});

/** A poll that waits for its classification. */
export const QueuedClassification = defineEntity({
  name: 'QueuedClassification',
  tableName: 'classification_queue',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    queuedAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    /** Identifies the claim. */
    token: p.uuid().nullable(),
    /** The end of the claim's lease. */
    takenUntil: p.datetime().columnType('timestamptz').defaultRaw(`'-infinity'`),
    attempts: p.integer().default(0),
  },
});
