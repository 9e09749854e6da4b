import { defineEntity, p } from '@mikro-orm/core';
import type { PushPayload } from './push-message.js';
import type { PushKind } from './push-queue.js';
import type { SenderName } from './push-sender.js';

/** A device that receives a user's pushes. */
export const PushToken = defineEntity({
  name: 'PushToken',
  tableName: 'push_tokens',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    userId: p.bigint('number'),
    sender: p.text().$type<SenderName>(),
    token: p.text(),
    /** SHA-256 of the device's identity, because a token may be longer than an index entry. */
    tokenHash: p.blob().$type<Buffer>().columnType('bytea'),
    deviceType: p.text(),
    /** The session in which it was registered; it ends with that. */
    sessionId: p.uuid().nullable(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    seenAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** A push that waits; at most one for each user and topic. */
export const WaitingPush = defineEntity({
  name: 'WaitingPush',
  tableName: 'push_queue',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    userId: p.bigint('number'),
    kind: p.text().$type<PushKind>(),
    noticeId: p.bigint('number').nullable(),
    /** Kind and object: a later push of the topic replaces this one. */
    topic: p.text(),
    payload: p.json<PushPayload>().columnType('jsonb'),
    revision: p.integer().default(1),
    /** Devices that are left to reach; null for all. */
    tokenIds: p.bigint('number').array().columnType('bigint[]').nullable(),
    attempts: p.integer().default(0),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** Also the end of a lease. */
    dueAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** A push that was sent, for the limits. */
export const SentPush = defineEntity({
  name: 'SentPush',
  tableName: 'push_sent',
  properties: {
    /** The table has no key, which only the entity needs. */
    ctid: p.string().primary().persist(false),
    userId: p.bigint('number'),
    topic: p.text(),
    sentAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});

/** A session that has ended and may not register a device any more. */
export const EndedSession = defineEntity({
  name: 'EndedSession',
  tableName: 'ended_sessions',
  properties: {
    sessionId: p.uuid().primary(),
    endedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});
