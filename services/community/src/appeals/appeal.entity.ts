import { defineEntity, p } from '@mikro-orm/core';

/** A person's appeal against an act, at most one for each. */
export const AppealRow = defineEntity({
  name: 'AppealRow',
  tableName: 'appeals',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    actId: p.bigint('number').unique(),
    userId: p.bigint('number'),
    words: p.text(),
    madeAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    decidedAt: p.datetime().columnType('timestamptz').nullable(),
    /** Null for a deleted account. */
    decidedBy: p.bigint('number').nullable(),
    /** The act stays. */
    upheld: p.boolean().nullable(),
    reason: p.text().nullable(),
  },
});
