import { z } from 'zod';

const seconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Environment particular to auth. The limits on log-ins allow for a school class behind one address. */
export const AuthConfig = z.object({
  /** Signs access tokens (the gateway verifies with the same value) and derives refresh tokens' successors. */
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** At most an hour: a revoked session is announced to starting gateways for this long. */
  AUTH_ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(1).max(3600).default(600),
  AUTH_REFRESH_TOKEN_SECONDS: seconds(30 * 24 * 3600),
  /**
   * How long a used refresh token still yields its successor, for two tabs at once (decisions, Identity and sessions).
   */
  AUTH_REFRESH_GRACE_MS: z.coerce.number().int().min(0).default(10_000),
  AUTH_SWEEP_SECONDS: seconds(600),
  /** One answer, `auth/invalid-credential`, for an unknown email and for a wrong password. */
  AUTH_HIDE_ACCOUNT_EXISTENCE: z.stringbool().default(false),

  /** Usernames that nobody can have, besides those of the product: separated by commas. */
  RESERVED_USERNAMES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),

  AUTH_LOGIN_WINDOW_SECONDS: seconds(15 * 60),
  AUTH_LOGIN_FAILURES_PER_EMAIL: count(10),
  AUTH_LOGIN_FAILURES_PER_IP: count(200),
  /** Successful log-ins of one account, which only its owner can use up. */
  AUTH_LOGINS_PER_ACCOUNT: count(30),
  /** Places where one account is signed in; the next one ends the one that was used longest ago. */
  AUTH_SESSIONS_PER_ACCOUNT: count(30),
  AUTH_SIGNUP_WINDOW_SECONDS: seconds(3600),
  /** Fits a household. Default: 10 in production, 200 elsewhere, where demos and load tests sign many people up. */
  AUTH_SIGNUPS_PER_IP: z.coerce.number().int().min(1).optional(),

  /** Where browsers find this server; mailed links lead there. */
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://polls.example.org, without a path')
    .default('http://localhost:8080'),
  AUTH_RESET_TOKEN_SECONDS: seconds(3600),
  /** Of a link that the operator asks for. */
  AUTH_ADMIN_RESET_TOKEN_SECONDS: seconds(24 * 3600),
  AUTH_VERIFY_TOKEN_SECONDS: seconds(24 * 3600),
  /** Mailed links are counted for this long, */
  AUTH_MAIL_WINDOW_SECONDS: seconds(3600),
  /** by mailbox, so that no mailbox can be flooded, */
  AUTH_MAILS_PER_EMAIL: count(5),
  /** and by the address of who asks. */
  AUTH_MAILS_PER_IP: count(100),
  /** Tokens of mailed links that turned out wrong, per address and AUTH_LOGIN_WINDOW_SECONDS. */
  AUTH_ACTION_FAILURES_PER_IP: count(50),
  /** Attempts to hand a mail to notifications, and the pause after the first; it doubles, up to a minute. */
  AUTH_MAIL_ATTEMPTS: count(10),
  AUTH_MAIL_RETRY_MS: count(500),

  /** Firebase's project: with it, its Google and email tokens sign in. Without it that is off. */
  FIREBASE_PROJECT_ID: z.string().min(1).optional(),
  /**
   * The service account's JSON, or the path of a file with it. With it, revoked tokens and users disabled in Firebase
   * are refused.
   */
  FIREBASE_SERVICE_ACCOUNT: z.string().optional(),
  /**
   * `host:port` of Firebase's emulator, whose tokens are not signed: for tests and development, refused in production.
   */
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$|^\[[\da-f:]+\]:\d{1,5}$/i, 'must be host:port')
    .optional(),
  /** After so long the identity provider counts as away. */
  FIREBASE_TIMEOUT_MS: count(5_000),

  /** Password hashes computed at once; more would fill the thread pool, and everything else waits there. */
  AUTH_HASH_CONCURRENCY: count(2),
  /** Sign-ins that may wait for a hash; the next one is answered 503. */
  AUTH_HASH_WAITING: z.coerce.number().int().min(0).default(200),
});
export type AuthConfig = z.infer<typeof AuthConfig>;
