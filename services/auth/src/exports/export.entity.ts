import { defineEntity, p } from '@mikro-orm/core';
import type { ExportCounts, ExportPart, ExportTrouble } from '@inkling/contracts';

export const EXPORT_STATUS = ['making', 'ready', 'failed', 'removing', 'removed'] as const;

/**
 * An export of an account's data. An account has at most one that is making, ready or failed; the others are being
 * removed, or count against the weekly limit.
 */
export const Export = defineEntity({
  name: 'Export',
  tableName: 'exports',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null when the account is deleted. */
    accountId: p.bigint('number').nullable(),
    status: p.enum(EXPORT_STATUS).columnType('text').default('making'),
    requestedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** The next attempt, the end of a lease, or the day on which a finished file is removed. */
    dueAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** Identifies the claim. */
    token: p.uuid().nullable(),
    attempts: p.integer().default(0),
    parts: p.array().$type<ExportPart[]>().columnType('text[]').defaultRaw(`'{}'`),
    counts: p
      .json<ExportCounts>()
      .columnType('jsonb')
      .defaultRaw(`'{"polls": 0, "votes": 0, "comments": 0, "media": 0}'`),
    trouble: p.text().$type<ExportTrouble>().nullable(),
    /** The objects of all attempts; the last one is that of the finished file. */
    objectKeys: p.array<string>().columnType('text[]').defaultRaw(`'{}'`),
    size: p.bigint('number').nullable(),
    readyAt: p.datetime().columnType('timestamptz').nullable(),
  },
});
