import { defineEntity, p } from '@mikro-orm/core';

/** `blockerId` has blocked `blockedId`. Its end removes the row. */
export const Block = defineEntity({
  name: 'Block',
  tableName: 'blocks',
  properties: {
    blockerId: p.bigint('number').primary(),
    blockedId: p.bigint('number').primary(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** `muterId` has muted `mutedId`. Its end removes the row. */
export const Mute = defineEntity({
  name: 'Mute',
  tableName: 'mutes',
  properties: {
    muterId: p.bigint('number').primary(),
    mutedId: p.bigint('number').primary(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** A user's muted words, as typed. No row for a user without any. */
export const MutedWordList = defineEntity({
  name: 'MutedWordList',
  tableName: 'muted_words',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    words: p.array().columnType('text[]'),
  },
});
