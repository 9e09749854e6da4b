import { defineEntity, p } from '@mikro-orm/core';

/** What a mailed link does. */
export const PURPOSES = ['password-reset', 'verify-email'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The token of a mailed link, of which the hash is stored. An account has at most one for each purpose. */
export const ActionToken = defineEntity({
  name: 'ActionToken',
  tableName: 'action_tokens',
  properties: {
    accountId: p.bigint('number').primary().autoincrement(false),
    purpose: p.enum(PURPOSES).columnType('text').primary(),
    tokenHash: p.blob(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    expiresAt: p.datetime().columnType('timestamptz'),
  },
});
