import { defineEntity, p } from '@mikro-orm/core';

/**
 * How often a person has done something in the present window (docs/product.md#limits). The table is in every service
 * that limits something; it is unlogged, so a crash of PostgreSQL empties it (ADR 25).
 */
export const PersonLimitCount = defineEntity({
  name: 'PersonLimitCount',
  tableName: 'person_limits',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    /** What is counted, and over which time: `polls-hour`. */
    kind: p.text().primary(),
    used: p.integer(),
    /** The end of the window, in whole milliseconds. */
    endsAt: p.datetime().columnType('timestamptz'),
  },
});
