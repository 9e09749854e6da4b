import { defineEntity, p } from '@mikro-orm/core';
import type { NoticeContent } from '@inkling/contracts';

/** A message to a person about an act. Undoing the act removes it while `sentAt` is null. */
export const NoticeRow = defineEntity({
  name: 'NoticeRow',
  tableName: 'notices',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    actId: p.bigint('number'),
    userId: p.bigint('number'),
    content: p.json<NoticeContent>().columnType('jsonb'),
    mail: p.boolean(),
    dueAt: p.datetime().columnType('timestamptz'),
    sentAt: p.datetime().columnType('timestamptz').nullable(),
  },
});
