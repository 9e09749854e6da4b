import { defineEntity, p } from '@mikro-orm/core';

/** When a user asked a poll. A deletion may arrive before its poll, and then has no time. */
export const Poll = defineEntity({
  name: 'Poll',
  tableName: 'polls',
  properties: {
    pollId: p.bigint('number').primary().autoincrement(false),
    authorId: p.bigint('number'),
    createdAt: p.datetime().columnType('timestamptz').nullable(),
    deleted: p.boolean().default(false),
    /** An act hides it; the version is that of the decision. */
    hidden: p.boolean().default(false),
    moderationVersion: p.integer().default(0),
  },
});

/** An author's newest poll that is not deleted; null when none is left. */
export const PollAuthor = defineEntity({
  name: 'PollAuthor',
  tableName: 'poll_authors',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    newestPollId: p.bigint('number').nullable(),
    newestAt: p.datetime().columnType('timestamptz').nullable(),
  },
});
