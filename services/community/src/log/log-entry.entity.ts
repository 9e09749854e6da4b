import { defineEntity, p } from '@mikro-orm/core';
import { OBJECT_KINDS } from '@inkling/contracts';

/** Something that was decided or done on a case, an object, a person or the instance. A trigger keeps it as it is. */
export const LogEntry = defineEntity({
  name: 'LogEntry',
  tableName: 'log_entries',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    at: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    /** Who did it; null for the operator and the product, and once the account is deleted. */
    actorId: p.bigint('number').nullable(),
    /** The product did it by itself. */
    automatic: p.boolean(),
    /** The operator did it with an admin command, which has no account. */
    byOperator: p.boolean().default(false),
    what: p.text(),
    caseId: p.bigint('number').nullable(),
    objectKind: p.enum(OBJECT_KINDS).columnType('text').nullable(),
    objectId: p.bigint('number').nullable(),
    /** The person concerned; null if there is none, or once the account is deleted. */
    personId: p.bigint('number').nullable(),
    /** Words and numbers, empty once the account of the person is deleted. Never ids of people. */
    details: p.json<Readonly<Record<string, unknown>>>().columnType('jsonb').defaultRaw(`'{}'`),
  },
});
