import { defineEntity, p } from '@mikro-orm/core';

/** An invitation: a code that lets some people in. */
export const StoredInvitation = defineEntity({
  name: 'StoredInvitation',
  tableName: 'invitations',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    code: p.text(),
    /** Unique; see `codeKey`. */
    codeKey: p.text(),
    /** Null for the operator's command, and once the maker's account is deleted. */
    makerId: p.bigint('number').nullable(),
    /** Made by an administrator or the operator's command: counts while sign-up is closed, and has no limit. */
    fromOperator: p.boolean(),
    uses: p.integer(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    until: p.datetime().columnType('timestamptz').nullable(),
    withdrawnAt: p.datetime().columnType('timestamptz').nullable(),
  },
});

/** A place that an invitation gave: reserved for a sign-up, then taken by an account. */
export const InvitationUse = defineEntity({
  name: 'InvitationUse',
  tableName: 'invitation_uses',
  properties: {
    key: p.uuid().primary(),
    invitationId: p.bigint('number'),
    reservedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** When auth reported the account. */
    takenAt: p.datetime().columnType('timestamptz').nullable(),
    /** Null before that, and once the account is deleted. */
    userId: p.bigint('number').nullable(),
  },
});
