import { defineEntity, p } from '@mikro-orm/core';

/** A new address that waits for its confirmation. An account has at most one. */
export const EmailChange = defineEntity({
  name: 'EmailChange',
  tableName: 'email_changes',
  properties: {
    accountId: p.bigint('number').primary().autoincrement(false),
    email: p.text(),
    tokenHash: p.blob(),
    expiresAt: p.datetime().columnType('timestamptz'),
  },
});

/** An address that an account has given up, which a mailed link restores until it expires. */
export const FormerEmail = defineEntity({
  name: 'FormerEmail',
  tableName: 'former_emails',
  properties: {
    /** Grows with each change, so that the order of an account's addresses is known. */
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    email: p.text(),
    emailKey: p.text(),
    tokenHash: p.blob(),
    expiresAt: p.datetime().columnType('timestamptz'),
  },
});
