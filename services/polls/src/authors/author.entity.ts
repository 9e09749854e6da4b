import { defineEntity, p } from '@mikro-orm/core';

/**
 * A user's name and picture as polls and comments embed them, and what decides whether they may ask; empty until the
 * profile has arrived.
 */
export const Author = defineEntity({
  name: 'Author',
  tableName: 'authors',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    name: p.text().nullable(),
    username: p.text().nullable(),
    profilePicture: p.text().nullable(),
    emailVerified: p.boolean().default(false),
    /** When the account was made; null for a profile of an older version. */
    joinedAt: p.datetime().columnType('timestamptz').nullable(),
    /** Version of the profile; 0 before it has arrived. */
    version: p.integer().default(0),
    /** Polls that are not deleted. */
    pollsCount: p.integer().default(0),
  },
});
