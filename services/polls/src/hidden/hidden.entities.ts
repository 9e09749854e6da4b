import { defineEntity, p } from '@mikro-orm/core';

/**
 * How a viewer stands to another user, as social announced it: each flag with the version of its last change, which
 * stays after the end of a block or mute.
 */
export const HiddenUser = defineEntity({
  name: 'HiddenUser',
  tableName: 'hidden_users',
  properties: {
    viewerId: p.bigint('number').primary(),
    userId: p.bigint('number').primary(),
    /** The viewer has blocked the user. */
    blocks: p.boolean().default(false),
    blocksVersion: p.integer().default(0),
    /** The user has blocked the viewer. */
    blockedBy: p.boolean().default(false),
    blockedByVersion: p.integer().default(0),
    /** The viewer has muted the user. */
    mutes: p.boolean().default(false),
    mutesVersion: p.integer().default(0),
  },
});

/**
 * A viewer from whom something is hidden, while `active`, or was once. Statements look here first, so that all others
 * cost one look-up.
 */
export const ViewerFilter = defineEntity({
  name: 'ViewerFilter',
  tableName: 'viewer_filters',
  properties: {
    viewerId: p.bigint('number').primary().autoincrement(false),
    mutedWords: p.array().columnType('text[]').defaultRaw(`'{}'`),
    wordsVersion: p.integer().default(0),
    active: p.boolean().default(true),
  },
});
