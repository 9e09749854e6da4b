import { defineEntity, p } from '@mikro-orm/core';
import type { ChangeKind } from './change-queue.repository.js';

/** An event that no notification shows yet. */
export const NotificationChange = defineEntity({
  name: 'NotificationChange',
  tableName: 'notice_changes',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    recipientId: p.bigint('number'),
    kind: p.text().$type<ChangeKind>(),
    /** The poll; 0 for follows, the other person for blocks and audiences. */
    objectId: p.bigint('number'),
    actorId: p.bigint('number').nullable(),
    commentId: p.bigint('number').nullable(),
    /** Number of votes. */
    amount: p.integer().default(1),
    occurredAt: p.datetime().columnType('timestamptz(3)'),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    dueAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** Somebody who has liked a poll once, and is not announced again. */
export const LikeSeen = defineEntity({
  name: 'LikeSeen',
  tableName: 'poll_likes_seen',
  properties: {
    pollId: p.bigint('number').primary(),
    actorId: p.bigint('number').primary(),
    /** The notification that counts it; null before the merge, and for likes from before this was stored. */
    noticeId: p.bigint('number').nullable(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** Somebody who has followed a user once, and is not announced again. */
export const FollowSeen = defineEntity({
  name: 'FollowSeen',
  tableName: 'follows_seen',
  properties: {
    followedId: p.bigint('number').primary(),
    followerId: p.bigint('number').primary(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});
