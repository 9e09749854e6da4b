import { defineEntity, p } from '@mikro-orm/core';

/** A poll as its author wrote it. A deleted poll is a tombstone without text. */
export const Poll = defineEntity({
  name: 'Poll',
  tableName: 'polls',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    authorId: p.bigint('number'),
    question: p.text().nullable(),
    options: p.array<string>().columnType('text[]').defaultRaw(`'{}'`),
    /** Only followers of its author see it. */
    forFollowers: p.boolean().default(false),
    deleted: p.boolean().default(false),
  },
});
