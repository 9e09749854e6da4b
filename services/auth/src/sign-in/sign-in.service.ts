import { Injectable } from '@nestjs/common';
import { ApiError, Database } from '@inkling/platform';
import { profileUpdated, type Account, type SessionTokens } from '@inkling/contracts';
import { AccountEntity } from '../accounts/account.entity.js';
import { toAccount, toProfileUpdated } from '../accounts/account-view.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { LocalIdentity } from '../identity/local-identity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AttemptLimits, type Attempt } from './attempt-limits.js';
import { parseLogin, parseSignup } from './credentials.js';

/** Where a call came from. */
export interface Client {
  ip: string;
  userAgent: string;
}
export interface SignedIn {
  account: Account;
  session: SessionTokens;
}

@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly identity: LocalIdentity,
    private readonly sessions: SessionsService,
    private readonly limits: AttemptLimits,
  ) {}

  /**
   * A new account, signed in, with its profile still incomplete. `input` is `{email, password, name?}` as it came. Throws
   * `auth/invalid-email`, `auth/weak-password`, `auth/email-already-in-use`, `auth/too-many-requests`, `unavailable`.
   */
  async signup(input: unknown, client: Client): Promise<SignedIn> {
    const { email, password, name } = parseSignup(input);
    await this.limits.signup(client.ip);
    // The unique key decides; looking first only spares the hash.
    if (await this.accounts.findByEmail(email)) throw new ApiError('auth/email-already-in-use');
    const passwordHash = await this.identity.hash(password);
    return this.database.transaction(async (tx) => {
      const account = AccountEntity.withPassword({ email, passwordHash, name });
      await this.accounts.save(tx, account);
      await tx.publish(profileUpdated, toProfileUpdated(account));
      return { account: toAccount(account), session: await this.sessions.open(tx, account, client.userAgent) };
    });
  }

  /**
   * A new session for an existing account. `input` is `{email, password}` as it came. Throws `auth/invalid-email`, the
   * identity provider's codes, `auth/too-many-requests`, `unavailable`.
   */
  async login(input: unknown, client: Client): Promise<SignedIn> {
    const credentials = parseLogin(input);
    const attempt = await this.limits.login(credentials.email, client.ip);
    const account = await this.identify(credentials, attempt);
    const session = await this.database.transaction((tx) => this.sessions.open(tx, account, client.userAgent));
    return { account: toAccount(account), session };
  }

  private async identify(credentials: { email: string; password: string }, attempt: Attempt): Promise<AccountEntity> {
    try {
      const account = await this.identity.identify(credentials);
      await attempt.succeeded();
      return account;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) await attempt.withdrawn();
      throw error;
    }
  }
}
