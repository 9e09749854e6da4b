import { defineEntity, p } from '@mikro-orm/core';

export const Like = defineEntity({
  name: 'Like',
  tableName: 'likes',
  properties: {
    pollId: p.bigint('number').primary(),
    userId: p.bigint('number').primary(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});
