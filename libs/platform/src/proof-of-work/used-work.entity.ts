import { defineEntity, p } from '@mikro-orm/core';

/** A challenge whose proof of work was used, until it expires (docs/product.md#proof-of-work). */
export const UsedWork = defineEntity({
  name: 'UsedWork',
  tableName: 'used_work',
  properties: {
    /** SHA-256 of the challenge's signature. */
    challengeHash: p.blob().primary(),
    expiresAt: p.datetime().columnType('timestamptz'),
  },
});

/** For the migrations of the services that have the table. */
export const CREATE_USED_WORK = [
  'create table used_work (challenge_hash bytea primary key, expires_at timestamptz not null)',
  'create index used_work_expires_at_index on used_work (expires_at)',
];
