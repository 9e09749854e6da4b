import { defineEntity, p } from '@mikro-orm/core';
import type { FanOutKind } from './fan-outs.repository.js';

/** An event to notify many users of, and how far that has come. */
export const QueuedFanOut = defineEntity({
  name: 'QueuedFanOut',
  tableName: 'fan_outs',
  properties: {
    kind: p.text().$type<FanOutKind>().primary(),
    pollId: p.bigint('number').primary(),
    authorId: p.bigint('number'),
    occurredAt: p.datetime().columnType('timestamptz(3)'),
    /** All users up to this id have been notified. */
    afterId: p.bigint('number').default(0),
    done: p.boolean().default(false),
    attempts: p.integer().default(0),
    /** Also the end of a lease. */
    dueAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});
