import { defineEntity, p } from '@mikro-orm/core';

/** A search of a user. Searches of one user with the same key are one. */
export const RecentSearch = defineEntity({
  name: 'RecentSearch',
  tableName: 'recent_searches',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    userId: p.bigint('number'),
    query: p.text(),
    queryKey: p.text(),
    searchedAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
  },
});
