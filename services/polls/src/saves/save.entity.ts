import { defineEntity, p } from '@mikro-orm/core';

export const Save = defineEntity({
  name: 'Save',
  tableName: 'saves',
  properties: {
    pollId: p.bigint('number').primary(),
    userId: p.bigint('number').primary(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});
