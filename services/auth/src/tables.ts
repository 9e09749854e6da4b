import { PersonLimitCount, StoredSettings, UsedWork, type TablesOf } from '@inkling/platform';
import { AccountSchema } from './accounts/account.entity.js';
import { HeldUsername } from './accounts/held-username.entity.js';
import { ActionToken } from './action-tokens/action-token.entity.js';
import { Export } from './exports/export.entity.js';
import { EmailChange, FormerEmail } from './email-change/email-change.entities.js';
import { KnownPlace } from './known-places/known-place.entity.js';
import { PasskeyChallenge, PasskeyHandle, PasskeyRow } from './passkeys/passkey.entities.js';
import { OneTimeCodes, RecoveryCode } from './one-time-codes/one-time-code.entities.js';
import { DeletionConfirmation, StoredDeletion } from './deletion/deletion.entities.js';
import { RateLimit } from './rate-limits/rate-limit.entity.js';
import { ModeratedPerson } from './rights/moderated-person.entity.js';
import { RefreshToken, Session } from './sessions/session.entities.js';

export const entities = [
  AccountSchema,
  HeldUsername,
  ActionToken,
  Session,
  RefreshToken,
  RateLimit,
  Export,
  PersonLimitCount,
  PasskeyRow,
  PasskeyHandle,
  PasskeyChallenge,
  EmailChange,
  FormerEmail,
  KnownPlace,
  OneTimeCodes,
  RecoveryCode,
  StoredDeletion,
  DeletionConfirmation,
  ModeratedPerson,
  UsedWork,
  StoredSettings,
] as const;

/** The service's tables as Kysely knows them. */
export interface Tables extends TablesOf<(typeof entities)[number]> {}
