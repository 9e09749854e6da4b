import { defineEntity, p } from '@mikro-orm/core';

/** Somebody about whom moderators have decided. The row stays after the end of a silence, against late events. */
export const SilencedPerson = defineEntity({
  name: 'SilencedPerson',
  tableName: 'silenced_people',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    silenced: p.boolean(),
    /** Of the last decision. */
    version: p.integer(),
  },
});
