import { defineEntity, p } from '@mikro-orm/core';

/** The secret that an account shares with an authenticator application. An account has at most one. */
export const OneTimeCodes = defineEntity({
  name: 'OneTimeCodes',
  tableName: 'one_time_codes',
  properties: {
    accountId: p.bigint('number').primary().autoincrement(false),
    /** Encrypted; see `secret-box.ts`. */
    secret: p.blob(),
    createdAt: p.datetime().columnType('timestamptz').defaultRaw('now()'),
    /** Null until a first code has shown that the application has the secret; sign-in asks for no codes before. */
    confirmedAt: p.datetime().columnType('timestamptz').nullable(),
    /** The step of the last code that was used, so that no code counts twice. */
    lastStep: p.bigint('number').nullable(),
  },
});

/** A recovery code that was not used yet, of which the hash is stored. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    accountId: p.bigint('number').primary().autoincrement(false),
    codeHash: p.blob().primary(),
  },
});
