import { defineEntity, p } from '@mikro-orm/core';
import { ACT_KINDS, FLAG_KINDS, OBJECT_KINDS, type ModeratedContent } from '@inkling/contracts';

/** All reports on one object until somebody decides; at most one case of an object is open. */
export const Case = defineEntity({
  name: 'Case',
  tableName: 'cases',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    objectKind: p.enum(OBJECT_KINDS).columnType('text'),
    objectId: p.bigint('number'),
    /** Null for a deleted account. */
    authorId: p.bigint('number').nullable(),
    /** The beginning of the content, for the queue. */
    excerpt: p.text().default(''),
    /** The content when the case was opened; null once its author's account is deleted. */
    snapshot: p.json<ModeratedContent>().columnType('jsonb').nullable(),
    openedAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    reportsCount: p.integer().default(0),
    /** The rule that most reports name, as it read then. */
    rule: p.integer().nullable(),
    ruleText: p.text().nullable(),
    flagged: p.boolean().default(false),
    /** The moderator who has it open, until then. */
    takenBy: p.bigint('number').nullable(),
    takenUntil: p.datetime().columnType('timestamptz').nullable(),
    decidedAt: p.datetime().columnType('timestamptz').nullable(),
    outcome: p.enum(ACT_KINDS).columnType('text').nullable(),
  },
});

/** Why the product itself pointed a case out. */
export const CaseFlag = defineEntity({
  name: 'CaseFlag',
  tableName: 'case_flags',
  properties: {
    caseId: p.bigint('number').primary().autoincrement(false),
    kind: p.enum(FLAG_KINDS).columnType('text').primary(),
    /** The word, the domain, or the number that was reached; empty once the author's account is deleted. */
    detail: p.text(),
    at: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
  },
});
