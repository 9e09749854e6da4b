import { defineEntity, p } from '@mikro-orm/core';

/** A username that was released and is held for its former owner. The hold outlives the account. */
export const HeldUsername = defineEntity({
  name: 'HeldUsername',
  tableName: 'held_usernames',
  properties: {
    usernameKey: p.text().primary(),
    usernameSkeleton: p.text(),
    accountId: p.bigint('number'),
    heldUntil: p.datetime().columnType('timestamptz'),
  },
});
