import { defineEntity, p } from '@mikro-orm/core';

/** How many polls or comments a person has written in a span of time that began with the first. */
export const FlagWindow = defineEntity({
  name: 'FlagWindow',
  tableName: 'flag_windows',
  properties: {
    personId: p.bigint('number').primary().autoincrement(false),
    kind: p.text().primary(),
    count: p.integer(),
    endsAt: p.datetime().columnType('timestamptz'),
  },
});
