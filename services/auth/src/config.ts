import { z } from 'zod';

const seconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Environment particular to auth. The limits allow for a school class behind one address. */
export const AuthConfig = z.object({
  /** Signs access tokens (the gateway verifies with the same value) and derives refresh tokens' successors. */
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** At most an hour: a revoked session is announced to starting gateways for this long. */
  AUTH_ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(1).max(3600).default(600),
  AUTH_REFRESH_TOKEN_SECONDS: seconds(30 * 24 * 3600),
  /** How long a used refresh token still yields its successor, for two tabs at once (decisions, Identity and sessions). */
  AUTH_REFRESH_GRACE_MS: z.coerce.number().int().min(0).default(10_000),
  AUTH_SWEEP_SECONDS: seconds(600),
  /** One answer, `auth/invalid-credential`, for an unknown email and for a wrong password. */
  AUTH_HIDE_ACCOUNT_EXISTENCE: z.stringbool().default(false),

  AUTH_LOGIN_WINDOW_SECONDS: seconds(15 * 60),
  AUTH_LOGIN_FAILURES_PER_EMAIL: count(10),
  AUTH_LOGIN_FAILURES_PER_IP: count(200),
  AUTH_SIGNUP_WINDOW_SECONDS: seconds(3600),
  AUTH_SIGNUPS_PER_IP: count(200),

  /** Password hashes computed at once; more would fill the thread pool, and everything else waits there. */
  AUTH_HASH_CONCURRENCY: count(2),
  /** Sign-ins that may wait for a hash; the next one is answered 503. */
  AUTH_HASH_WAITING: z.coerce.number().int().min(0).default(200),
});
export type AuthConfig = z.infer<typeof AuthConfig>;
