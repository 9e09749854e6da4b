import { defineEntity, p } from '@mikro-orm/core';

/** A browser and a network from which an account has signed in; neither can be read from the hash. */
export const KnownPlace = defineEntity({
  name: 'KnownPlace',
  tableName: 'known_places',
  properties: {
    accountId: p.bigint('number').primary().autoincrement(false),
    placeHash: p.blob().primary(),
    expiresAt: p.datetime().columnType('timestamptz'),
  },
});
