import { defineEntity, p } from '@mikro-orm/core';

/** One saved version of `InstanceSettings`; the highest version counts. Rows never change. */
export const SavedSettings = defineEntity({
  name: 'SavedSettings',
  tableName: 'settings',
  properties: {
    version: p.integer().primary().autoincrement(false),
    settings: p.json<Readonly<Record<string, unknown>>>().columnType('jsonb'),
    changedAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    /** Null for the admin command, and once the account is deleted. */
    changedBy: p.bigint('number').nullable(),
  },
});
