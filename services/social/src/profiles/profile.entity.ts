import { defineEntity, p } from '@mikro-orm/core';

/** A user's public profile, as auth last announced it. */
export const Profile = defineEntity({
  name: 'Profile',
  tableName: 'profiles',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    name: p.text(),
    username: p.text().nullable(),
    profilePicture: p.text().nullable(),
    completed: p.boolean().default(false),
    /** Grows with every change of the profile. */
    version: p.integer(),
  },
});
