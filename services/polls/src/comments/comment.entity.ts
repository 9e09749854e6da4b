import { defineEntity, p } from '@mikro-orm/core';

export const Comment = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    pollId: p.bigint('number'),
    userId: p.bigint('number'),
    content: p.text(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});
