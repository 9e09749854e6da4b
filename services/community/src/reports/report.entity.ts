import { defineEntity, p } from '@mikro-orm/core';
import { OBJECT_KINDS } from '@inkling/contracts';

/** What a person has reported; once per person and object. */
export const Report = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    caseId: p.bigint('number'),
    objectKind: p.enum(OBJECT_KINDS).columnType('text'),
    objectId: p.bigint('number'),
    /** Null once the reporter's account is deleted, as are the words. */
    reporterId: p.bigint('number').nullable(),
    /** Number and text of the rule when it was reported; null for something else. */
    rule: p.integer().nullable(),
    ruleText: p.text().nullable(),
    words: p.text().nullable(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
  },
});
