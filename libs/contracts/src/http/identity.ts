import { z } from 'zod';
import { PASSWORD_MAX } from '../constants.js';
import { Instant } from '../common.js';
import { Admission } from './admission-fields.js';
import { ProofOfWork } from './proof-of-work.js';
import { Email, NewPassword } from './users.js';

/**
 * An ID token of the identity provider. Everything else in the body is ignored: the token says who it is
 * (docs/product.md#sign-in).
 */
const IdToken = z.string({ error: 'idToken is missing' }).min(20, 'idToken is missing').max(8_192);
/** `POST /api/auth/google`. */
export const GoogleBody = z.object({ idToken: IdToken, ...Admission });
/** `POST /api/auth/email`. */
export const EmailTokenBody = z.object({ idToken: IdToken, ...Admission });

/** Answered in the same way whether or not the address is known. */
export const PasswordResetBody = z.object({ email: Email, proofOfWork: ProofOfWork });
/** `token` comes from the mailed link. */
const ActionToken = z.string({ error: 'token is missing' }).regex(/^[\w-]{20,200}$/, 'This link is not complete.');
export const PasswordResetConfirmBody = z.object({ token: ActionToken, password: NewPassword });
export const VerifyEmailBody = z.object({ token: ActionToken });
/**
 * `passwordToken` is null where the link was used in the account's own session. Otherwise all that was set up before
 * the proof has ended, and it chooses a password (`POST /api/auth/password-reset/confirm`).
 */
export const VerifiedEmail = z.object({ passwordToken: z.string().nullable() });
export type VerifiedEmail = z.infer<typeof VerifiedEmail>;
/** Ends all other sessions. `currentPassword` may be absent for an account that has none yet (Google). */
export const ChangePasswordBody = z.object({
  currentPassword: z.string().max(PASSWORD_MAX).optional(),
  newPassword: NewPassword,
});

/** What an account can prove itself with again. Which of them one account has, `proof-needed` says in `proofs`. */
export type Proof = 'password' | 'provider' | 'passkey';
/**
 * `POST /api/auth/prove`: the account's password, or an ID token of a sign-in at the identity provider that is as fresh
 * as the proof has to be (docs/product.md#fresh-proof).
 */
export const ProveBody = z
  .object({ password: z.string().min(1).max(PASSWORD_MAX).optional(), idToken: IdToken.optional() })
  .refine(({ password, idToken }) => (password === undefined) !== (idToken === undefined), {
    error: 'Send either password or idToken.',
  });

/** `POST /api/auth/email`: the new address. Answered in the same way whether or not somebody has it. */
export const EmailChangeBody = z.object({ email: Email });
/** `token` comes from the link that was mailed to the new address, or to the old one. */
export const EmailTokenLinkBody = z.object({ token: ActionToken });

/** The code of an authenticator application, or a recovery code, as it was typed. */
const Code = z.string({ error: 'code is missing' }).trim().min(1, 'code is missing').max(64);
/** `POST /api/auth/login/code`: `challenge` comes with `auth/code-needed`. */
export const LoginCodeBody = z.object({
  challenge: z.string({ error: 'challenge is missing' }).max(1_000),
  code: Code,
});
/** Whether signing in needs a code (docs/product.md#one-time-codes). */
export const OneTimeCodesState = z.object({
  /** Null while they are off. */
  since: Instant.nullable(),
  recoveryCodesLeft: z.int().min(0),
});
export type OneTimeCodesState = z.infer<typeof OneTimeCodesState>;
/** What an authenticator application needs: `uri` as a QR code, or `secret` typed in. */
export const NewOneTimeCodes = z.object({ secret: z.string(), uri: z.string() });
export type NewOneTimeCodes = z.infer<typeof NewOneTimeCodes>;
export const ConfirmOneTimeCodesBody = z.object({ code: Code });
/** Shown only now; each works once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** A place where the user is signed in. */
export const SessionInfo = z.object({
  id: z.uuid(),
  /** As the browser names itself. */
  userAgent: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  current: z.boolean(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;
export const SessionIdParam = z.object({ sessionId: z.uuid('is not a session') });
