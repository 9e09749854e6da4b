import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError, CONFIG, Database, type BaseConfig } from '@inkling/platform';
import type { ErrorCode } from '@inkling/contracts';
import { emailKey } from '../accounts/account.entity.js';
import { AuthConfig } from '../config.js';
import { mailboxKey } from './mailbox-key.js';
import { NetworkLimit } from './network-limit.js';

/** Enough for a household within an hour, and too few to make up votes. */
const SIGNUPS_IN_PRODUCTION = 10;
const SIGNUPS_ELSEWHERE = 200;
const signupsPerNetwork = (config: AuthConfig & BaseConfig): number =>
  config.AUTH_SIGNUPS_PER_IP ?? (config.NODE_ENV === 'production' ? SIGNUPS_IN_PRODUCTION : SIGNUPS_ELSEWHERE);

interface Limit {
  consume(key: string): Promise<unknown>;
  reward(key: string): Promise<unknown>;
}

/** How an attempt ended: only `failed` ones count against the limits. */
export interface Attempt {
  /** The password or token was right. */
  succeeded(): Promise<void>;
  /** The attempt was never decided, as when the server was too busy. */
  withdrawn(): Promise<void>;
}

/**
 * Limits on signing in, kept in the database and so shared by replicas. A point is taken before the proof is looked
 * at and given back on success; parallel guesses can therefore not slip past. Known and unknown emails answer alike.
 * Limits on guesses throw `auth/too-many-requests`, whose words are about failed log-ins; the others throw
 * `too-many-requests`. Both carry `retryAfter` seconds.
 */
@Injectable()
export class AttemptLimits {
  private readonly loginsByEmail: NetworkLimit;
  private readonly loginsByNetwork: NetworkLimit;
  private readonly loginsByAccount: RateLimiterPostgres;
  private readonly signupsByNetwork: NetworkLimit;
  private readonly changesByAccount: RateLimiterPostgres;
  private readonly actionsByNetwork: NetworkLimit;
  private readonly mailsByRecipient: RateLimiterPostgres;
  private readonly mailsByNetwork: NetworkLimit;

  constructor(@Inject(CONFIG) config: AuthConfig & BaseConfig, database: Database) {
    const limiter = (keyPrefix: string, points: number, duration: number) =>
      new RateLimiterPostgres({
        storeClient: database.pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        // The service's migration made it, and the service's sweep empties it.
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points,
        duration,
      });
    const byNetwork = (keyPrefix: string, most: number, duration: number) =>
      new NetworkLimit(most, (points) => limiter(keyPrefix, points, duration));
    this.loginsByEmail = new NetworkLimit(
      config.AUTH_LOGIN_FAILURES_PER_EMAIL,
      (points) => limiter('login-email', points, config.AUTH_LOGIN_WINDOW_SECONDS),
      (network, email) => digest(`${email}\n${network}`),
    );
    this.loginsByNetwork = byNetwork('login-ip', config.AUTH_LOGIN_FAILURES_PER_IP, config.AUTH_LOGIN_WINDOW_SECONDS);
    this.loginsByAccount = limiter('login-account', config.AUTH_LOGINS_PER_ACCOUNT, config.AUTH_LOGIN_WINDOW_SECONDS);
    this.signupsByNetwork = byNetwork('signup-ip', signupsPerNetwork(config), config.AUTH_SIGNUP_WINDOW_SECONDS);
    this.changesByAccount = limiter(
      'change-account',
      config.AUTH_LOGIN_FAILURES_PER_EMAIL,
      config.AUTH_LOGIN_WINDOW_SECONDS,
    );
    this.actionsByNetwork = byNetwork(
      'action-ip',
      config.AUTH_ACTION_FAILURES_PER_IP,
      config.AUTH_LOGIN_WINDOW_SECONDS,
    );
    this.mailsByRecipient = limiter('mail-email', config.AUTH_MAILS_PER_EMAIL, config.AUTH_MAIL_WINDOW_SECONDS);
    this.mailsByNetwork = byNetwork('mail-ip', config.AUTH_MAILS_PER_IP, config.AUTH_MAIL_WINDOW_SECONDS);
  }

  /** A password for an email. */
  async login(email: string, ip: string): Promise<Attempt> {
    const subject = emailKey(email);
    await take({ consume: (key) => this.loginsByEmail.consume(key, subject) }, ip);
    await take(this.loginsByNetwork, ip);
    return {
      succeeded: async () => {
        await Promise.all([this.loginsByEmail.forget(ip, subject), this.loginsByNetwork.reward(ip)]);
      },
      withdrawn: async () => {
        await Promise.all([this.loginsByEmail.reward(ip, subject), this.loginsByNetwork.reward(ip)]);
      },
    };
  }

  /** Before a password is looked at: throws where this account has been logged in to too often. */
  async assertLogins(email: string): Promise<void> {
    const used = await this.loginsByAccount.get(digest(emailKey(email)));
    if (used && used.remainingPoints <= 0) throw refusal('too-many-requests', used);
  }

  /** Counts a log-in that has succeeded. */
  async countLogin(email: string): Promise<void> {
    // Of those under way together one may be too many; the next one is refused.
    await this.loginsByAccount.consume(digest(emailKey(email))).catch(rethrowUnlessFull);
  }

  /** A token of the identity provider; counts with the passwords that the same network tries. */
  token(ip: string): Promise<Attempt> {
    return this.attempt(this.loginsByNetwork, ip);
  }

  /** The current password, from a session that may have been left open. */
  passwordChange(userId: number): Promise<Attempt> {
    return this.attempt(this.changesByAccount, String(userId));
  }

  /** The token of a mailed link. */
  actionToken(ip: string): Promise<Attempt> {
    return this.attempt(this.actionsByNetwork, ip, 'too-many-requests');
  }

  /** Counts every sign-up that had a valid form. */
  signup(ip: string): Promise<void> {
    return take(this.signupsByNetwork, ip, 'too-many-sign-ups');
  }

  /** Counts every request for a mailed link by who asks for it. */
  mailRequest(ip: string): Promise<void> {
    return take(this.mailsByNetwork, ip, 'too-many-requests');
  }

  /** Counts every mail by the mailbox that gets it, whichever of its addresses is written to. */
  mail(email: string): Promise<void> {
    return take(this.mailsByRecipient, digest(mailboxKey(email)), 'too-many-requests');
  }

  private async attempt(limiter: Limit, key: string, code?: ErrorCode): Promise<Attempt> {
    await take(limiter, key, code);
    const giveBack = async (): Promise<void> => {
      await limiter.reward(key);
    };
    return { succeeded: giveBack, withdrawn: giveBack };
  }
}

/** True for a failure that says nothing about a password or token: a server that is away, or another limit. */
const isUndecided = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

/**
 * Runs what an attempt is about and settles it: what succeeds, and what the server could not decide, does not count.
 * Throws what `work` throws.
 */
export async function settle<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await attempt.succeeded();
    return result;
  } catch (error) {
    if (isUndecided(error)) await attempt.withdrawn();
    throw error;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

async function take(
  limiter: Pick<Limit, 'consume'>,
  key: string,
  code: ErrorCode = 'auth/too-many-requests',
): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw refusal(code, reason);
  }
}

const refusal = (code: ErrorCode, { msBeforeNext }: RateLimiterRes): ApiError =>
  new ApiError(code, { extra: { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) } });

function rethrowUnlessFull(reason: unknown): void {
  if (!(reason instanceof RateLimiterRes)) throw reason;
}
