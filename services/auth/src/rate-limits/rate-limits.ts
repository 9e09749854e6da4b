import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError, CONFIG, Database, type BaseConfig } from '@inkling/platform';
import type { ErrorCode } from '@inkling/contracts';
import { emailKey, mailboxKey } from '../accounts/email.js';
import { AuthConfig } from '../config.js';
import { NetworkRateLimit } from './network-rate-limit.js';
import type { Tables } from '../tables.js';

/** Enough for a household within an hour, and too few to fake votes. */
const SIGNUPS_IN_PRODUCTION = 10;
const SIGNUPS_ELSEWHERE = 200;
/** A code has a million values, and three of them count at a time. */
const CODE_WINDOW_SECONDS = 3_600;
const signupsPerNetwork = (config: AuthConfig & BaseConfig): number =>
  config.AUTH_SIGNUPS_PER_IP ?? (config.NODE_ENV === 'production' ? SIGNUPS_IN_PRODUCTION : SIGNUPS_ELSEWHERE);

interface Limit {
  consume(key: string): Promise<unknown>;
  reward(key: string): Promise<unknown>;
}

/** Settles an attempt. An attempt that is not settled counts against the limits. */
export interface Attempt {
  /** The password or token was right. */
  succeeded(): Promise<void>;
  /** The server could not decide the attempt, for example because it was too busy. */
  withdrawn(): Promise<void>;
}

/**
 * Rate limits on signing in, kept in the database so that replicas share them. An attempt takes a point before its
 * password or token is checked and gets it back on success, so that parallel guesses cannot slip past. Known and
 * unknown emails are answered alike. Limits on guesses throw `auth/too-many-requests`, whose message is about failed
 * log-ins; the others throw `too-many-requests`. Both carry `retryAfter` in seconds.
 */
@Injectable()
export class RateLimits {
  readonly #loginsByEmail: NetworkRateLimit;
  readonly #loginsByNetwork: NetworkRateLimit;
  readonly #loginsByAccount: RateLimiterPostgres;
  readonly #signupsByNetwork: NetworkRateLimit;
  readonly #changesByAccount: RateLimiterPostgres;
  readonly #codesByPlace: NetworkRateLimit;
  readonly #codesByAccount: RateLimiterPostgres;
  readonly #actionsByNetwork: NetworkRateLimit;
  readonly #mailsByRecipient: RateLimiterPostgres;
  readonly #invitationsByNetwork: NetworkRateLimit;
  readonly #mailsByNetwork: NetworkRateLimit;
  readonly #challengesByNetwork: NetworkRateLimit;

  constructor(@Inject(CONFIG) config: AuthConfig & BaseConfig, database: Database<Tables>) {
    const limiter = (keyPrefix: string, points: number, duration: number) =>
      new RateLimiterPostgres({
        storeClient: database.pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        // The service's migration creates the table, and its clean-up task empties it.
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points,
        duration,
      });
    const byNetwork = (keyPrefix: string, most: number, duration: number) =>
      new NetworkRateLimit(most, (points) => limiter(keyPrefix, points, duration));
    this.#loginsByEmail = new NetworkRateLimit(
      config.AUTH_LOGIN_FAILURES_PER_EMAIL,
      (points) => limiter('login-email', points, config.AUTH_LOGIN_WINDOW_SECONDS),
      (network, email) => digest(`${email}\n${network}`),
    );
    this.#loginsByNetwork = byNetwork('login-ip', config.AUTH_LOGIN_FAILURES_PER_IP, config.AUTH_LOGIN_WINDOW_SECONDS);
    this.#loginsByAccount = limiter('login-account', config.AUTH_LOGINS_PER_ACCOUNT, config.AUTH_LOGIN_WINDOW_SECONDS);
    this.#signupsByNetwork = byNetwork('signup-ip', signupsPerNetwork(config), config.AUTH_SIGNUP_WINDOW_SECONDS);
    this.#changesByAccount = limiter(
      'change-account',
      config.AUTH_LOGIN_FAILURES_PER_EMAIL,
      config.AUTH_LOGIN_WINDOW_SECONDS,
    );
    this.#codesByPlace = new NetworkRateLimit(
      config.AUTH_LOGIN_FAILURES_PER_EMAIL,
      (points) => limiter('code-place', points, config.AUTH_LOGIN_WINDOW_SECONDS),
      (network, account) => digest(`${account}\n${network}`),
    );
    this.#codesByAccount = limiter('code-account', config.AUTH_CODE_FAILURES_PER_ACCOUNT, CODE_WINDOW_SECONDS);
    this.#actionsByNetwork = byNetwork(
      'action-ip',
      config.AUTH_ACTION_FAILURES_PER_IP,
      config.AUTH_LOGIN_WINDOW_SECONDS,
    );
    this.#invitationsByNetwork = byNetwork(
      'invitation-ip',
      config.AUTH_ACTION_FAILURES_PER_IP,
      config.AUTH_LOGIN_WINDOW_SECONDS,
    );
    this.#mailsByRecipient = limiter('mail-email', config.AUTH_MAILS_PER_EMAIL, config.AUTH_MAIL_WINDOW_SECONDS);
    this.#mailsByNetwork = byNetwork('mail-ip', config.AUTH_MAILS_PER_IP, config.AUTH_MAIL_WINDOW_SECONDS);
    this.#challengesByNetwork = byNetwork(
      'challenge-ip',
      config.AUTH_PASSKEY_CHALLENGES_PER_IP,
      config.AUTH_LOGIN_WINDOW_SECONDS,
    );
  }

  /** Counts a log-in with an email and a password. */
  async login(email: string, ip: string): Promise<Attempt> {
    const subject = emailKey(email);
    await take({ consume: (key) => this.#loginsByEmail.consume(key, subject) }, ip);
    await take(this.#loginsByNetwork, ip);
    return {
      succeeded: async () => {
        await Promise.all([this.#loginsByEmail.forget(ip, subject), this.#loginsByNetwork.reward(ip)]);
      },
      withdrawn: async () => {
        await Promise.all([this.#loginsByEmail.reward(ip, subject), this.#loginsByNetwork.reward(ip)]);
      },
    };
  }

  /** Throws if this account was logged in to too often. Called before a password is checked. */
  async assertLogins(email: string): Promise<void> {
    const used = await this.#loginsByAccount.get(digest(emailKey(email)));
    if (used && used.remainingPoints <= 0) throw refusal('too-many-requests', used);
  }

  /** Counts a successful log-in. */
  async countLogin(email: string): Promise<void> {
    // Parallel log-ins may exceed the limit by a few; the next one is refused.
    await this.#loginsByAccount.consume(digest(emailKey(email))).catch(rethrowUnlessFull);
  }

  /** Counts a token of the identity provider, together with the passwords that the same network tries. */
  token(ip: string): Promise<Attempt> {
    return this.#attempt(this.#loginsByNetwork, ip);
  }

  /**
   * Counts a code in the second step of a sign-in: by account and network, by network together with passwords, and by
   * account alone, because somebody who has the password may try from many networks.
   */
  async code(accountId: number, ip: string): Promise<Attempt> {
    const subject = String(accountId);
    await take({ consume: (key) => this.#codesByPlace.consume(key, subject) }, ip);
    await take(this.#loginsByNetwork, ip);
    await take(this.#codesByAccount, subject);
    const giveBack = [() => this.#loginsByNetwork.reward(ip), () => this.#codesByAccount.reward(subject)];
    return {
      succeeded: async () => {
        await Promise.all([this.#codesByPlace.forget(ip, subject), ...giveBack.map((give) => give())]);
      },
      withdrawn: async () => {
        await Promise.all([this.#codesByPlace.reward(ip, subject), ...giveBack.map((give) => give())]);
      },
    };
  }

  /** Counts an entry of the account's password in a session, which may have been left open. */
  passwordEntry(userId: number): Promise<Attempt> {
    return this.#attempt(this.#changesByAccount, String(userId));
  }

  /** Counts a use of a mailed link's token. */
  actionToken(ip: string): Promise<Attempt> {
    return this.#attempt(this.#actionsByNetwork, ip, 'too-many-requests');
  }

  /** Counts a code of an invitation. */
  invitationCode(ip: string): Promise<Attempt> {
    return this.#attempt(this.#invitationsByNetwork, ip, 'too-many-requests');
  }

  /** Counts a sign-up whose form was valid. */
  signup(ip: string): Promise<void> {
    return take(this.#signupsByNetwork, ip, 'too-many-sign-ups');
  }

  /** Counts a request for a mailed link, by network. */
  mailRequest(ip: string): Promise<void> {
    return take(this.#mailsByNetwork, ip, 'too-many-requests');
  }

  /** Counts a challenge for a passkey. */
  challenge(ip: string): Promise<void> {
    return take(this.#challengesByNetwork, ip, 'too-many-requests');
  }

  /** Counts a mail, by mailbox: all addresses of one mailbox share the limit. */
  mail(email: string): Promise<void> {
    return take(this.#mailsByRecipient, digest(mailboxKey(email)), 'too-many-requests');
  }

  /** Takes the count of a mail back that was not passed on and is tried again. */
  async mailNotSent(email: string): Promise<void> {
    await this.#mailsByRecipient.reward(digest(mailboxKey(email)));
  }

  async #attempt(limiter: Limit, key: string, code?: ErrorCode): Promise<Attempt> {
    await take(limiter, key, code);
    const giveBack = async (): Promise<void> => {
      await limiter.reward(key);
    };
    return { succeeded: giveBack, withdrawn: giveBack };
  }
}

/**
 * Whether an error says nothing about the password or token: a server is unavailable, another limit was reached, or a
 * proof is asked for first.
 */
const isUndecided = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.code === 'proof-needed';

/**
 * Runs `work` and settles its attempt: success does not count, nor does an error that decides nothing. Throws what
 * `work` throws.
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
