import { defineEntity, p } from '@mikro-orm/core';

/** A block, as social last announced it. A block that was taken back keeps its row, against late events. */
export const Block = defineEntity({
  name: 'Block',
  tableName: 'blocks',
  properties: {
    blockerId: p.bigint('number').primary(),
    blockedId: p.bigint('number').primary(),
    active: p.boolean(),
    version: p.integer(),
  },
});

/** A mute; a mute that was taken back keeps its row. */
export const Mute = defineEntity({
  name: 'Mute',
  tableName: 'mutes',
  properties: {
    muterId: p.bigint('number').primary(),
    mutedId: p.bigint('number').primary(),
    active: p.boolean(),
    version: p.integer(),
  },
});
