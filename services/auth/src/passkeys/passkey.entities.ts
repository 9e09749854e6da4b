import { defineEntity, p } from '@mikro-orm/core';

/** A passkey of an account: the public half, which checks signatures and can make none. */
export const PasskeyRow = defineEntity({
  name: 'PasskeyRow',
  tableName: 'passkeys',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    /** The authenticator's own name for it, base64url. */
    credentialId: p.text(),
    /** COSE. */
    publicKey: p.blob(),
    /** Grows with each use where the authenticator counts; otherwise 0. */
    signCount: p.bigint('number'),
    /** How browsers reach the authenticator, such as `internal`. */
    transports: p.json<string[]>().columnType('jsonb'),
    name: p.text(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    lastUsedAt: p.datetime().columnType('timestamptz').nullable(),
  },
});

/** The name that authenticators know an account by: random, so that it says nothing about the account. */
export const PasskeyHandle = defineEntity({
  name: 'PasskeyHandle',
  tableName: 'passkey_handles',
  properties: {
    accountId: p.bigint('number').primary().autoincrement(false),
    /** base64url. */
    handle: p.text(),
  },
});

/** What a challenge may be answered for. */
export const CHALLENGE_PURPOSES = ['add', 'sign-in', 'prove'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** A challenge that waits for its answer, of which the hash is stored. */
export const PasskeyChallenge = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenges',
  properties: {
    challengeHash: p.blob().primary(),
    purpose: p.enum(CHALLENGE_PURPOSES).columnType('text'),
    /** The session that asked for it; null for a sign-in. */
    sessionId: p.uuid().nullable(),
    expiresAt: p.datetime().columnType('timestamptz'),
  },
});
