import { POLLS_AFTER_DELETION } from '@inkling/contracts';
import { defineEntity, p } from '@mikro-orm/core';

/** The deletion of an account. It outlives the account, with an id and dates only. */
export const StoredDeletion = defineEntity({
  name: 'StoredDeletion',
  tableName: 'account_deletions',
  properties: {
    accountId: p.bigint('number').primary().autoincrement(false),
    polls: p.enum(POLLS_AFTER_DELETION).columnType('text'),
    requestedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** Until then it can be taken back. */
    dueAt: p.datetime().columnType('timestamptz'),
    /** Id of the mail about the request; null once it was passed on. */
    requestMailId: p.uuid().nullable().defaultRaw('gen_random_uuid()'),
    /** When the account was removed here, and the other services were told. */
    startedAt: p.datetime().columnType('timestamptz').nullable(),
    /** From then on no access token of the account is valid. */
    settledAt: p.datetime().columnType('timestamptz').nullable(),
    /** When the other services were last told. */
    announcedAt: p.datetime().columnType('timestamptz').nullable(),
    /** When every service had confirmed. */
    finishedAt: p.datetime().columnType('timestamptz').nullable(),
    /** For the mail that says it is done; null before the start and after the end. */
    email: p.text().nullable(),
    emailVerified: p.boolean().default(false),
    name: p.text().nullable(),
    doneMailId: p.uuid().defaultRaw('gen_random_uuid()'),
    /** The account's sessions, whose access tokens gateways refuse. */
    sessionIds: p.uuid().array().columnType('uuid[]').defaultRaw(`'{}'`),
  },
});

/** A service holds nothing of the person any more. */
export const DeletionConfirmation = defineEntity({
  name: 'DeletionConfirmation',
  tableName: 'account_deletion_confirmations',
  properties: {
    accountId: p.bigint('number').primary().autoincrement(false),
    service: p.text().primary(),
    confirmedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
});
