import type { InsightKind, InsightPassage } from '@inkling/contracts';
import { defineEntity, p } from '@mikro-orm/core';

/** A Deep Dive. Its body is empty if the source found nothing. */
export const StoredDeepDive = defineEntity({
  name: 'StoredDeepDive',
  tableName: 'deep_dives',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    body: p.text(),
    sources: p.array<string>().columnType('text[]'),
    /** The source's name: a model or a host. */
    model: p.text(),
    generatedAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    kind: p.text().$type<InsightKind>().default('ai'),
    passages: p.json<InsightPassage[]>().columnType('jsonb').defaultRaw(`'[]'`),
  },
});

/** Who writes a poll's Deep Dive, and what the call was charged to. */
export const DeepDiveLease = defineEntity({
  name: 'DeepDiveLease',
  tableName: 'leases',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    /** Identifies the holder. */
    token: p.uuid(),
    userId: p.bigint('number'),
    day: p.date(),
    expiresAt: p.datetime().columnType('timestamptz'),
    failed: p.boolean().default(false),
    networks: p.array<string>().columnType('text[]').defaultRaw(`'{}'`),
  },
});
