import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError, CONFIG, Database } from '@inkling/platform';
import { emailKey } from '../accounts/account.entity.js';
import { AuthConfig } from '../config.js';
import { clientNetwork } from './client-network.js';

/** How an attempt ended: only `failed` ones count against the log-in limits. */
export interface Attempt {
  /** The password was right. */
  succeeded(): Promise<void>;
  /** The attempt was never decided, as when the server was too busy. */
  withdrawn(): Promise<void>;
}

/**
 * Limits on signing in, kept in the database and so shared by replicas. A point is taken before the password is looked
 * at and given back on success; parallel guesses can therefore not slip past. Known and unknown emails answer alike.
 */
@Injectable()
export class AttemptLimits {
  private readonly loginsByEmail: RateLimiterPostgres;
  private readonly loginsByNetwork: RateLimiterPostgres;
  private readonly signupsByNetwork: RateLimiterPostgres;

  constructor(@Inject(CONFIG) config: AuthConfig, database: Database) {
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
    this.loginsByEmail = limiter('login-email', config.AUTH_LOGIN_FAILURES_PER_EMAIL, config.AUTH_LOGIN_WINDOW_SECONDS);
    this.loginsByNetwork = limiter('login-ip', config.AUTH_LOGIN_FAILURES_PER_IP, config.AUTH_LOGIN_WINDOW_SECONDS);
    this.signupsByNetwork = limiter('signup-ip', config.AUTH_SIGNUPS_PER_IP, config.AUTH_SIGNUP_WINDOW_SECONDS);
  }

  /** Throws `auth/too-many-requests` with `retryAfter` seconds. */
  async login(email: string, ip: string): Promise<Attempt> {
    const network = clientNetwork(ip);
    const pair = createHash('sha256').update(`${emailKey(email)}\n${network}`).digest('base64url');
    await take(this.loginsByEmail, pair);
    await take(this.loginsByNetwork, network);
    return {
      succeeded: async () => {
        await Promise.all([this.loginsByEmail.delete(pair), this.loginsByNetwork.reward(network)]);
      },
      withdrawn: async () => {
        await Promise.all([this.loginsByEmail.reward(pair), this.loginsByNetwork.reward(network)]);
      },
    };
  }

  /** Counts every sign-up that had a valid form. Throws `auth/too-many-requests` with `retryAfter` seconds. */
  signup(ip: string): Promise<void> {
    return take(this.signupsByNetwork, clientNetwork(ip));
  }
}

async function take(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw new ApiError('auth/too-many-requests', { extra: { retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) } });
  }
}
