import { defineEntity, p } from '@mikro-orm/core';

/** A person with a moderators' decision. The row stays after a silence ends, so that a late event changes nothing. */
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
