import { defineEntity, p } from '@mikro-orm/core';

/** Why a session ended. */
export const END_REASONS = [
  'logout',
  'password',
  'disabled',
  'linked',
  'claimed',
  'limit',
  'reuse',
  'deleted',
] as const;

/** One sign-in on one device, with the family of refresh tokens that followed from it. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    accountId: p.bigint('number'),
    userAgent: p.text(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    lastUsedAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** The last proof of who uses the session: a sign-in, or a password given again (ADR 26). */
    provedAt: p.datetime().columnType('timestamptz').nullable(),
    /** Null while the session is alive, as is its reason. */
    revokedAt: p.datetime().columnType('timestamptz').nullable(),
    reason: p.enum(END_REASONS).columnType('text').nullable(),
  },
});

/** A refresh token, of which the hash is stored. */
export const RefreshToken = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    tokenHash: p.blob().primary(),
    sessionId: p.uuid(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    expiresAt: p.datetime().columnType('timestamptz'),
    /** Null until it was exchanged for its successor. */
    usedAt: p.datetime().columnType('timestamptz').nullable(),
  },
});
