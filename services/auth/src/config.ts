import { z } from 'zod';
import { ProofOfWorkConfig } from '@inkling/platform';

const seconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
/** The window of a limit by network, whose address is stored as long: at most 30 days. */
const window = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(30 * 24 * 3600)
    .default(fallback);
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

export const HASH_MEMORY_KIB = 19_456;

/** The environment variables of auth. The limits on log-ins allow for a school class behind one address. */
export const AuthConfig = z.object({
  /** Signs access tokens (the gateway verifies with the same value) and derives refresh tokens' successors. */
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** At most an hour, because a starting gateway loads the sessions revoked within this time. */
  AUTH_ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(1).max(3600).default(600),
  AUTH_REFRESH_TOKEN_SECONDS: seconds(30 * 24 * 3600),
  /** How long a used refresh token still returns its successor, for two tabs that refresh together (ADR 6). */
  AUTH_REFRESH_GRACE_MS: z.coerce.number().int().min(0).default(10_000),
  /** How long a password that was given again counts as proof of who uses the session (ADR 26). */
  AUTH_PROOF_SECONDS: seconds(600),
  /** How long a browser may take to answer a challenge with a passkey. */
  AUTH_PASSKEY_CHALLENGE_SECONDS: seconds(300),
  /** Challenges for passkeys, per network and AUTH_LOGIN_WINDOW_SECONDS. */
  AUTH_PASSKEY_CHALLENGES_PER_IP: count(1_000),
  /** How long the second step of a sign-in may take. */
  AUTH_CODE_SECONDS: seconds(300),
  AUTH_SWEEP_SECONDS: seconds(600),
  /** Answers an unknown email and a wrong password alike, with `auth/invalid-credential`. */
  AUTH_HIDE_ACCOUNT_EXISTENCE: z.stringbool().default(false),

  /** Additional usernames that nobody can have, separated by commas. */
  RESERVED_USERNAMES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),

  /** Changes of name or username by one person (docs/product.md#limits). Default: see `ProfilesService`. */
  RENAMES_PER_WEEK: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** How long an account is new, and has a third of each limit per person; 0: none is. */
  NEW_ACCOUNT_SECONDS: z.coerce.number().int().min(0).default(86_400),

  AUTH_LOGIN_WINDOW_SECONDS: window(15 * 60),
  AUTH_LOGIN_FAILURES_PER_EMAIL: count(10),
  AUTH_LOGIN_FAILURES_PER_IP: count(200),
  /** Successful log-ins of one account; only its owner can reach the limit. */
  AUTH_LOGINS_PER_ACCOUNT: count(30),
  /** Sessions of one account; another one ends the session that was used longest ago. */
  AUTH_SESSIONS_PER_ACCOUNT: count(30),
  /** Wrong one-time and recovery codes of one account within an hour, from whatever network (ADR 26). */
  AUTH_CODE_FAILURES_PER_ACCOUNT: count(30),
  AUTH_SIGNUP_WINDOW_SECONDS: window(3600),
  /** Enough for a household. Default: 10 in production, and 200 elsewhere for demos and load tests. */
  AUTH_SIGNUPS_PER_IP: z.coerce.number().int().min(1).optional(),

  /** The origin of the web application, for mailed links. */
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://polls.example.org, without a path')
    .default('http://localhost:8080'),
  AUTH_RESET_TOKEN_SECONDS: seconds(3600),
  /** The lifetime of a link that the operator creates. */
  AUTH_ADMIN_RESET_TOKEN_SECONDS: seconds(24 * 3600),
  AUTH_VERIFY_TOKEN_SECONDS: seconds(24 * 3600),
  /** How long a new address can be confirmed. */
  AUTH_EMAIL_CHANGE_SECONDS: seconds(24 * 3600),
  /** How long an old address can be restored. */
  AUTH_EMAIL_RESTORE_SECONDS: seconds(7 * 24 * 3600),
  /** How long a browser and network are remembered after a sign-in, before another one from there is mailed as new. */
  AUTH_KNOWN_PLACE_SECONDS: seconds(90 * 24 * 3600),
  /** The window of the limits on mailed links. */
  AUTH_MAIL_WINDOW_SECONDS: window(3600),
  /** Mails to one mailbox, so that nobody can flood it. */
  AUTH_MAILS_PER_EMAIL: count(5),
  /** Mails requested from one network. */
  AUTH_MAILS_PER_IP: count(100),
  /** Wrong tokens of mailed links, per network and AUTH_LOGIN_WINDOW_SECONDS. */
  AUTH_ACTION_FAILURES_PER_IP: count(50),
  /** Attempts to pass a mail to notifications, and the pause after the first; it doubles, up to a minute. */
  AUTH_MAIL_ATTEMPTS: count(10),
  AUTH_MAIL_RETRY_MS: count(500),

  /** Files of personal data that one account may ask for in a week. */
  EXPORTS_PER_WEEK: count(3),
  /** Days after which such a file is deleted. */
  EXPORT_DAYS: z.coerce.number().int().min(1).max(30).default(7),
  /** The pause after the first attempt to make such a file that failed; it doubles, up to an hour. */
  EXPORT_RETRY_MS: count(30_000),
  /** Days in which the deletion of an account can be taken back. 0 deletes at once, which production refuses. */
  ACCOUNT_DELETION_DAYS: z.coerce.number().int().min(0).max(90).default(7),
  /** How often due deletions are taken up. */
  ACCOUNT_DELETION_SWEEP_MS: z.coerce.number().int().min(10).max(600_000).default(15_000),
  /**
   * Seconds after the start of a deletion until services purge once more and confirm. Default: the lifetime of an
   * access token and two minutes, after which no request of the account can be under way.
   */
  ACCOUNT_DELETION_SETTLE_SECONDS: z.coerce.number().int().min(0).max(7_200).optional(),

  /** The Firebase project whose Google and email tokens sign in. Without it, sign-in with Firebase is off. */
  FIREBASE_PROJECT_ID: z.string().min(1).optional(),
  /**
   * The service account's JSON, or the path to a file that contains it. With it, revoked tokens and users disabled in
   * Firebase are refused.
   */
  FIREBASE_SERVICE_ACCOUNT: z.string().optional(),
  /**
   * `host:port` of Firebase's emulator, for tests and development. Its tokens are not signed, so production refuses it.
   */
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$|^\[[\da-f:]+\]:\d{1,5}$/i, 'must be host:port')
    .optional(),
  /** Timeout of calls to the identity provider. */
  FIREBASE_TIMEOUT_MS: count(5_000),

  ...ProofOfWorkConfig.shape,

  /** Memory of a new password hash, for tests; production takes the default alone, OWASP's smallest recommended one. */
  AUTH_HASH_MEMORY_KIB: z.coerce.number().int().min(8).max(HASH_MEMORY_KIB).default(HASH_MEMORY_KIB),
  /** Password hashes computed concurrently; more would fill the thread pool, which everything else shares. */
  AUTH_HASH_CONCURRENCY: count(2),
  /** Sign-ins that may wait for a hash; more are answered 503. */
  AUTH_HASH_WAITING: z.coerce.number().int().min(0).default(200),
});
export type AuthConfig = z.infer<typeof AuthConfig>;
