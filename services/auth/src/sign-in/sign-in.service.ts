import { Injectable } from '@nestjs/common';
import { ApiError, Database, type Transaction } from '@inkling/platform';
import type { Account, SessionTokens } from '@inkling/contracts';
import { AccountEntity } from '../accounts/account.entity.js';
import { toAccount } from '../accounts/account-view.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { FirebaseIdentity, type TokenProof } from '../identity/firebase-identity.js';
import { LocalIdentity } from '../identity/local-identity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { VerificationService } from '../verification/verification.service.js';
import { AttemptLimits, settle } from './attempt-limits.js';
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
    private readonly local: LocalIdentity,
    private readonly firebase: FirebaseIdentity,
    private readonly sessions: SessionsService,
    private readonly verification: VerificationService,
    private readonly limits: AttemptLimits,
  ) {}

  /**
   * A new account, signed in, with its profile still incomplete; a link that verifies the email is mailed soon after.
   * `input` is `{email, password, name?}` as it came. Throws `auth/invalid-email`, `auth/weak-password`,
   * `auth/email-already-in-use`, `auth/too-many-requests`, `unavailable`.
   */
  async signup(input: unknown, client: Client): Promise<SignedIn> {
    const { email, password, name } = parseSignup(input);
    await this.limits.signup(client.ip);
    // The unique key decides; looking first only spares the hash.
    if (await this.accounts.findByEmail(email)) throw new ApiError('auth/email-already-in-use');
    const passwordHash = await this.local.hash(password);
    const signedIn = await this.database.transaction(async (tx) => {
      const account = AccountEntity.withPassword({ email, passwordHash, name });
      await this.accounts.saveAndAnnounce(tx, account);
      return this.signedIn(tx, account, client);
    });
    this.verification.sendLater(signedIn.account.id);
    return signedIn;
  }

  /**
   * A new session for an existing account. `input` is `{email, password}` as it came. Throws `auth/invalid-email`, the
   * identity provider's codes, `auth/user-disabled`, `auth/too-many-requests`, `unavailable`.
   */
  async login(input: unknown, client: Client): Promise<SignedIn> {
    const credentials = parseLogin(input);
    const attempt = await this.limits.login(credentials.email, client.ip);
    return settle(attempt, async () => {
      const { id, passwordHash } = await this.local.identify(credentials);
      return this.database.transaction(async (tx) => {
        const account = await this.accounts.findForShare(tx, id);
        // Changed while it was being checked: a session opened now would outlive the end of all sessions.
        if (account?.passwordHash !== passwordHash) throw new ApiError('auth/invalid-credential');
        return this.signedIn(tx, account, client);
      });
    });
  }

  /**
   * A new session for whom a token of Firebase names, and an account where there is none. Throws `google-unavailable`,
   * `auth/invalid-id-token`, `auth/email-already-in-use`, `auth/user-disabled`, `auth/too-many-requests`, `unavailable`.
   */
  async token(proof: TokenProof, client: Client): Promise<SignedIn> {
    const attempt = await this.limits.token(client.ip);
    return settle(attempt, async () => {
      const { id, firebaseUid } = await this.firebase.identify(proof);
      return this.database.transaction(async (tx) => {
        const account = await this.accounts.findForShare(tx, id);
        if (account?.firebaseUid !== firebaseUid) throw new ApiError('auth/invalid-id-token');
        return this.signedIn(tx, account, client);
      });
    });
  }

  /** What sign-in this server offers. */
  features(): { google: boolean } {
    return { google: this.firebase.available };
  }

  /** `account` is new or locked in `tx`. */
  private async signedIn(tx: Transaction, account: AccountEntity, { userAgent }: Client): Promise<SignedIn> {
    if (account.disabledAt) throw new ApiError('auth/user-disabled');
    return { account: toAccount(account), session: await this.sessions.open(tx, account, userAgent) };
  }
}
