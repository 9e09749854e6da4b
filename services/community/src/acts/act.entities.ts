import { defineEntity, p } from '@mikro-orm/core';
import { ACT_KINDS, OBJECT_KINDS, type ObjectState } from '@inkling/contracts';

/** What a moderator has decided on a case. */
export const ActRow = defineEntity({
  name: 'ActRow',
  tableName: 'acts',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    caseId: p.bigint('number'),
    act: p.enum(ACT_KINDS).columnType('text'),
    objectKind: p.enum(OBJECT_KINDS).columnType('text'),
    objectId: p.bigint('number'),
    /** Of a comment. */
    pollId: p.bigint('number').nullable(),
    /** Whose content or account it is about; null for a deleted account. */
    personId: p.bigint('number').nullable(),
    /** The beginning of the content. */
    excerpt: p.text().nullable(),
    /** The broken rule, with its text at that time. */
    rule: p.integer().nullable(),
    ruleText: p.text().nullable(),
    reason: p.text(),
    /** The end of a suspension. */
    until: p.datetime().columnType('timestamptz').nullable(),
    /** The words over a sensitive picture. */
    slip: p.text().nullable(),
    /** Path of a profile picture that it removes. */
    picture: p.text().nullable(),
    /** Null for a deleted account. */
    moderatorId: p.bigint('number').nullable(),
    madeAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    undoneAt: p.datetime().columnType('timestamptz').nullable(),
    undoneBy: p.bigint('number').nullable(),
  },
});

/** What the acts that hold make of a poll or comment. */
export const ObjectStateRow = defineEntity({
  name: 'ObjectStateRow',
  tableName: 'object_states',
  properties: {
    kind: p.text().$type<'poll' | 'comment'>().primary(),
    objectId: p.bigint('number').primary().autoincrement(false),
    authorId: p.bigint('number').nullable(),
    pollId: p.bigint('number').nullable(),
    state: p.text().$type<ObjectState>(),
    sensitive: p.text().nullable(),
    actId: p.bigint('number').nullable(),
    /** Grows with every change; 0 before the first. */
    version: p.integer().default(0),
  },
});

/** What the acts that hold make of a person. */
export const PersonStateRow = defineEntity({
  name: 'PersonStateRow',
  tableName: 'person_states',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    silenced: p.boolean().default(false),
    suspended: p.boolean().default(false),
    until: p.datetime().columnType('timestamptz').nullable(),
    actId: p.bigint('number').nullable(),
    version: p.integer().default(0),
  },
});
