import { defineEntity, p } from '@mikro-orm/core';

/** A user in the index. The keys and tokens are empty while the profile is incomplete. */
export const UserDocument = defineEntity({
  name: 'UserDocument',
  tableName: 'user_documents',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    name: p.text(),
    username: p.text().nullable(),
    profilePicture: p.text().nullable(),
    version: p.integer(),
    usernameKey: p.text().nullable(),
    /** The name as folded words, to match phrases. */
    nameText: p.text().nullable(),
    tokens: p.string().columnType('tsvector').default(''),
  },
});
