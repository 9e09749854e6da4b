import { defineEntity, p } from '@mikro-orm/core';

/** Somebody who asked to be told the result of a poll. Who votes later keeps the row, which then changes nothing. */
export const Reminder = defineEntity({
  name: 'Reminder',
  tableName: 'reminders',
  properties: {
    pollId: p.bigint('number').primary(),
    userId: p.bigint('number').primary(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});
