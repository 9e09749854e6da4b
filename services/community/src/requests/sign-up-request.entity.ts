import { defineEntity, p } from '@mikro-orm/core';

export const REQUEST_STATES = ['waiting', 'approved', 'refused'] as const;

/** Somebody who asks to join. Once it is decided, address and answer are removed. */
export const StoredRequest = defineEntity({
  name: 'StoredRequest',
  tableName: 'sign_up_requests',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    state: p.enum(REQUEST_STATES).columnType('text').default('waiting'),
    email: p.text().nullable(),
    answer: p.text().nullable(),
    requestedAt: p.datetime().columnType('timestamptz'),
    decidedAt: p.datetime().columnType('timestamptz').nullable(),
  },
});
