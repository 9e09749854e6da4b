import { defineEntity, p } from '@mikro-orm/core';

/** `followerId` follows `followingId`. */
export const Follow = defineEntity({
  name: 'Follow',
  tableName: 'follows',
  properties: {
    followerId: p.bigint('number').primary(),
    followingId: p.bigint('number').primary(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** Counts beside the follows. A user whom nobody follows and who follows nobody may have no row. */
export const FollowCount = defineEntity({
  name: 'FollowCount',
  tableName: 'follow_counts',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    followersCount: p.integer().default(0),
    followingCount: p.integer().default(0),
    /** Grows with every change of this user's followers. */
    version: p.integer().default(0),
  },
});
