import { defineEntity, p } from '@mikro-orm/core';

/** A person has accepted a version of the terms. */
export const TermsAcceptance = defineEntity({
  name: 'TermsAcceptance',
  tableName: 'terms_acceptances',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    version: p.integer().primary(),
    acceptedAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
  },
});
