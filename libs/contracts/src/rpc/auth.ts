import { z } from 'zod';
import { Id, Instant } from '../common.js';
import { PERSONS_MAX } from '../constants.js';
import { ModeratedPerson } from '../http/cases.js';
import { MediaPath } from '../http/media.js';
import { Admission, InvitationCode } from '../http/admission-fields.js';
import { InvitationFacts } from '../http/admission.js';
import { NewOneTimeCodes, OneTimeCodesState, RecoveryCodes, SessionInfo } from '../http/identity.js';
import { AddPasskeyBody, Passkey, PasskeyAnswer, PasskeyNameBody, PasskeyOptions } from '../http/passkeys.js';
import { AccountDeletion, DeletionBody, DeletionState, ProfileBody, Role, Suspension } from '../http/users.js';
import { OfferedWork, WorkPurpose } from '../http/proof-of-work.js';
import { profileUpdated } from '../events/index.js';
import { Limited, rpc } from './define.js';

/** What auth knows of a user; its counts come from other services. */
export const Account = z.object({
  id: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  username: z.string().nullable(),
  profilePicture: z.string().nullable(),
  hasCompletedProfile: z.boolean(),
  /** An auth of an older version does not say it. */
  role: Role.default('member'),
  /** An auth of an older version does not say it. */
  createdAt: Instant.optional(),
  /** Only while the account is suspended. */
  suspension: Suspension.optional(),
  /** Only while a moderator has to decide whether the person may join. */
  waitingSince: Instant.optional(),
  /** Grows with every profile change. */
  version: z.int().min(1),
});
export type Account = z.infer<typeof Account>;

/** Tokens for the two cookies. `accessToken` is signed (see SessionClaims), `refreshToken` is opaque and rotates. */
export const SessionTokens = z.object({
  sessionId: z.uuid(),
  accessToken: z.string(),
  accessExpiresAt: Instant,
  refreshToken: z.string(),
  refreshExpiresAt: Instant,
});
export type SessionTokens = z.infer<typeof SessionTokens>;
/** A new access token for the same session. */
const Access = SessionTokens.pick({ accessToken: true, accessExpiresAt: true });

/**
 * Payload of the access token: HS256, verified by the gateway without a call. `profile` is hasCompletedProfile,
 * `verified` is emailVerified; tokens of an older version do not have it. `probe` marks the account of the probe (ADR
 * 21). `newUntil` is when an account stops being new, in seconds since 1970; older accounts do not have it (ADR 25).
 * `role` is absent for members. `rightsVersion` is the version of the account's rights (`RightsChanged`), absent before
 * the first change. `suspended` says until when, in seconds since 1970, or null for good. `waiting`: a moderator has to
 * decide first whether the person may join.
 */
export const SessionClaims = z.object({
  sub: Id,
  sid: z.uuid(),
  profile: z.boolean(),
  verified: z.boolean().optional(),
  probe: z.literal(true).optional(),
  newUntil: z.int().optional(),
  role: z.enum(['moderator', 'administrator']).optional(),
  rightsVersion: z.int().min(1).optional(),
  suspended: z.object({ until: z.int().nullable(), actId: Id }).optional(),
  waiting: z.literal(true).optional(),
  iat: z.int(),
  exp: z.int(),
});
export type SessionClaims = z.infer<typeof SessionClaims>;

/**
 * The role or the suspension of an account has changed. Gateways refuse access tokens with a smaller `rightsVersion`,
 * so that the session is renewed with the current rights.
 */
export const RightsChanged = z.object({ userId: Id, rightsVersion: z.int().min(1), suspended: z.boolean() });
export type RightsChanged = z.infer<typeof RightsChanged>;

/** Where a call came from, for rate limits and the list of sessions. */
const Client = z.object({ ip: z.string().max(64), userAgent: z.string().max(400) });
/**
 * As they came: auth checks them itself with SignupBody and LoginBody, so that the provider's own codes come out
 * (docs/product.md#sessions).
 */
const Credentials = z.object({ email: z.unknown().optional(), password: z.unknown().optional(), client: Client });
/** The session that acts, and the user it belongs to. */
const OfSession = z.object({ userId: Id, sessionId: z.uuid() });
const SignedIn = z.object({ account: Account, session: SessionTokens });

export const authRpc = {
  signup: rpc(
    'auth.signup',
    Credentials.extend({
      name: z.unknown().optional(),
      invitation: z.unknown().optional(),
      answer: z.unknown().optional(),
      proofOfWork: z.unknown().optional(),
    }),
    SignedIn,
    { timeoutMs: 10_000 },
  ),
  /** What an invitation says; errors as of `admissionRpc.preview`, and `too-many-requests` after wrong codes. */
  previewInvitation: rpc(
    'auth.invitation.preview',
    z.object({ code: InvitationCode, client: Client }),
    InvitationFacts,
    {
      retry: true,
    },
  ),
  /** For community: the accounts that were created with these reserved places. */
  invited: rpc(
    'auth.invited',
    z.object({ keys: z.array(z.uuid()).max(500) }),
    z.object({ accounts: z.array(z.object({ key: z.uuid(), userId: Id })) }),
    { retry: true },
  ),
  /** Takes one's own request to join back; the account goes. Throws `request-not-found`. */
  takeRequestBack: rpc('auth.sign-up-request.take-back', z.object({ userId: Id }), z.object({})),
  /** A challenge for one sign-up or one mailed link. */
  offerWork: rpc('auth.work.offer', z.object({ purpose: WorkPurpose, client: Client }), OfferedWork, { retry: true }),
  login: rpc('auth.login', Credentials, SignedIn, { timeoutMs: 10_000 }),
  /** The second step, after `auth/code-needed`. */
  loginWithCode: rpc(
    'auth.login-with-code',
    z.object({ challenge: z.string().max(1_000), code: z.string().max(64), client: Client }),
    SignedIn,
  ),
  /** Not retried by the transport; the grace of ten seconds makes a client's own retry safe. */
  refresh: rpc(
    'auth.refresh',
    z.object({ refreshToken: z.string().max(200), userId: Id.optional(), client: Client }),
    SignedIn,
  ),
  logout: rpc(
    'auth.logout',
    z.object({ refreshToken: z.string().max(200).optional(), sessionId: z.uuid().optional() }),
    z.object({}),
    { retry: true },
  ),
  /** Those of the people who have an account, in any order. */
  persons: rpc(
    'auth.persons',
    z.object({ userIds: z.array(Id).min(1).max(PERSONS_MAX) }),
    z.object({ persons: z.array(ModeratedPerson) }),
    { retry: true },
  ),
  /** The moderators and administrators whose accounts are open. */
  staff: rpc('auth.staff', z.object({}), z.object({ userIds: z.array(Id) }), { retry: true }),
  account: rpc('auth.account.get', z.object({ userId: Id }), Account, { retry: true }),
  /** How many accounts can be used. */
  accountNumbers: rpc('auth.account.numbers', z.object({}), z.object({ accounts: z.int().min(0) }), { retry: true }),
  /** `sessionId` lets the answer carry a new access token whose `profile` claim is true. */
  saveProfile: rpc(
    'auth.profile.save',
    ProfileBody.extend({ ...Limited, userId: Id, sessionId: z.uuid(), profilePicture: MediaPath.optional() }),
    z.object({ account: Account, accessToken: z.string(), accessExpiresAt: Instant }),
  ),
  /** Google and email tokens of Firebase. `provider` says which route was called; the token says who it is. */
  tokenSignIn: rpc(
    'auth.token-sign-in',
    z.object({ idToken: z.string().max(8_192), provider: z.enum(['google', 'email']), ...Admission, client: Client }),
    SignedIn,
    { timeoutMs: 10_000 },
  ),
  /** Answers the same for an unknown address. */
  requestPasswordReset: rpc(
    'auth.password-reset.request',
    z.object({ email: z.unknown().optional(), proofOfWork: z.string().optional(), client: Client }),
    z.object({}),
    { timeoutMs: 10_000 },
  ),
  confirmPasswordReset: rpc(
    'auth.password-reset.confirm',
    z.object({ token: z.string(), password: z.string(), client: Client }),
    z.object({}),
    { timeoutMs: 10_000 },
  ),
  sendVerification: rpc('auth.verify-email.send', z.object({ userId: Id }), z.object({}), { timeoutMs: 10_000 }),
  /**
   * `session` is the session in which the link was opened. The account's own gets a new access token. Without it the
   * password, the provider's link and all sessions of the account end, and `passwordToken` lets its owner choose a
   * password.
   */
  verifyEmail: rpc(
    'auth.verify-email.confirm',
    z.object({ token: z.string(), session: z.object({ userId: Id, sessionId: z.uuid() }).optional(), client: Client }),
    z.object({ passwordToken: z.string().optional(), access: Access.optional() }),
  ),
  changePassword: rpc(
    'auth.password.change',
    z.object({ userId: Id, sessionId: z.uuid(), currentPassword: z.string().optional(), newPassword: z.string() }),
    z.object({}),
    { timeoutMs: 10_000 },
  ),
  /** Either `password` or `idToken`. */
  prove: rpc(
    'auth.prove',
    z.object({
      userId: Id,
      sessionId: z.uuid(),
      password: z.string().optional(),
      idToken: z.string().max(8_192).optional(),
    }),
    z.object({}),
    { timeoutMs: 10_000 },
  ),
  requestEmailChange: rpc(
    'auth.email-change.request',
    OfSession.extend({ email: z.unknown().optional(), client: Client }),
    z.object({}),
    { timeoutMs: 10_000 },
  ),
  /** The answer has a new access token, since the address is confirmed. */
  confirmEmailChange: rpc(
    'auth.email-change.confirm',
    OfSession.extend({ token: z.string(), client: Client }),
    z.object({ access: Access }),
  ),
  /** `passwordToken` lets the owner choose a password, as all ways to sign in have ended. */
  restoreEmail: rpc(
    'auth.email-change.restore',
    z.object({ token: z.string(), client: Client }),
    z.object({ passwordToken: z.string().optional() }),
  ),
  oneTimeCodes: rpc('auth.one-time-codes.get', z.object({ userId: Id }), OneTimeCodesState, { retry: true }),
  beginOneTimeCodes: rpc('auth.one-time-codes.begin', OfSession, NewOneTimeCodes),
  confirmOneTimeCodes: rpc(
    'auth.one-time-codes.confirm',
    OfSession.extend({ code: z.string().max(64) }),
    RecoveryCodes,
  ),
  renewRecoveryCodes: rpc('auth.recovery-codes.renew', OfSession, RecoveryCodes),
  switchOffOneTimeCodes: rpc('auth.one-time-codes.off', OfSession, z.object({}), { retry: true }),
  /** The deletion that was asked for and has not begun. */
  deletion: rpc('auth.deletion.get', z.object({ userId: Id }), DeletionState, { retry: true }),
  /** Asking again changes what becomes of the polls, and not the day. */
  requestDeletion: rpc(
    'auth.deletion.request',
    DeletionBody.extend({ userId: Id, sessionId: z.uuid() }),
    AccountDeletion,
  ),
  /** Takes the request back. */
  withdrawDeletion: rpc('auth.deletion.withdraw', z.object({ userId: Id }), z.object({}), { retry: true }),
  sessions: rpc('auth.sessions.list', z.object({ userId: Id, sessionId: z.uuid() }), z.array(SessionInfo), {
    retry: true,
  }),
  endSession: rpc('auth.sessions.end', z.object({ userId: Id, sessionId: z.uuid() }), z.object({}), { retry: true }),
  endAllSessions: rpc('auth.sessions.end-all', z.object({ userId: Id }), z.object({}), { retry: true }),
  /** What sign-in this server offers. */
  features: rpc(
    'auth.features',
    z.object({}),
    // An auth of an older version does not say whether it has passkeys.
    z.object({ google: z.boolean(), passkeys: z.boolean().default(false) }),
    { retry: true },
  ),
  passkeys: rpc('auth.passkeys.list', z.object({ userId: Id }), z.array(Passkey), { retry: true }),
  newPasskeyOptions: rpc('auth.passkeys.new-options', OfSession, PasskeyOptions),
  addPasskey: rpc('auth.passkeys.add', AddPasskeyBody.extend(OfSession.shape), Passkey),
  renamePasskey: rpc('auth.passkeys.rename', PasskeyNameBody.extend({ userId: Id, passkeyId: Id }), Passkey, {
    retry: true,
  }),
  removePasskey: rpc('auth.passkeys.remove', OfSession.extend({ passkeyId: Id }), z.object({})),
  /** With `session` for a proof, without it for a sign-in. */
  passkeyOptions: rpc(
    'auth.passkeys.options',
    z.object({ session: OfSession.optional(), client: Client }),
    PasskeyOptions,
  ),
  passkeySignIn: rpc('auth.passkeys.sign-in', z.object({ credential: PasskeyAnswer, client: Client }), SignedIn, {
    timeoutMs: 10_000,
  }),
  proveWithPasskey: rpc('auth.passkeys.prove', OfSession.extend({ credential: PasskeyAnswer }), z.object({})),
  /** Which of these pictures some account uses; the sweep of stored objects removes the others. */
  usedPictures: rpc(
    'auth.pictures.used',
    z.object({ paths: z.array(z.string()).max(1_000) }),
    z.object({ paths: z.array(z.string()) }),
    { retry: true },
  ),
  /** Every profile in the order of ids, as its last event would say it, to rebuild a projection. */
  exportProfiles: rpc(
    'auth.export',
    z.object({ after: z.int().min(0), limit: z.int().min(1).max(500) }),
    z.object({ profiles: z.array(profileUpdated.data) }),
    { retry: true, timeoutMs: 15_000 },
  ),
  /** Sessions revoked and rights changed within one access token's lifetime; gateways ask at the start and then. */
  revokedSessions: rpc(
    'auth.sessions.revoked',
    z.object({}),
    // An auth of an older version lists no rights.
    z.object({ sessionIds: z.array(z.uuid()), rights: z.array(RightsChanged).default([]) }),
    { retry: true },
  ),
};

/** Core NATS, every gateway: refuse this session's access tokens and close its sockets. */
export const SESSION_REVOKED_SUBJECT = 'live.session.revoked';
export const SessionRevoked = z.object({ userId: Id, sessionId: z.uuid() });
export type SessionRevoked = z.infer<typeof SessionRevoked>;

/** Core NATS, every gateway: refuse older access tokens of this user; close their sockets if they are suspended. */
export const RIGHTS_SUBJECT = 'live.account.rights';
