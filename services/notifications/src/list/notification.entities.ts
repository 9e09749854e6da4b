import { defineEntity, p } from '@mikro-orm/core';
import type { NotificationType } from '@inkling/contracts';

/** An entry in a person's list; one per recipient, kind and object. */
export const ListedNotification = defineEntity({
  name: 'ListedNotification',
  tableName: 'notices',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    recipientId: p.bigint('number'),
    kind: p.text().$type<NotificationType>(),
    /** The poll, the follower, or the number of a test notification. */
    objectId: p.bigint('number'),
    pollId: p.bigint('number').nullable(),
    actorId: p.bigint('number').nullable(),
    commentId: p.bigint('number').nullable(),
    /** Number of people. */
    count: p.integer().default(1),
    /** The recipient's numbering; unread when above `readSeq` of the recipient. */
    seq: p.bigint('number'),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** Time of the latest event, which orders the list. */
    updatedAt: p.datetime().columnType('timestamptz(3)'),
    /** When changes were last merged into it. */
    foldedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** Copy of the texts that the list shows; null when they have to be looked up. */
    card: p.json<object>().columnType('jsonb').nullable(),
  },
});

/** Number of unread notifications of a user, and the user's lock. */
export const UnreadCount = defineEntity({
  name: 'UnreadCount',
  tableName: 'unread_counts',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    count: p.integer().default(0),
    /** Number of the latest notification. */
    seq: p.bigint('number').default(0),
    /** The last number that counts as read. */
    readSeq: p.bigint('number').default(0),
  },
});
