import { Injectable } from '@nestjs/common';
import { ApiError, clientNetwork, Database, type Transaction } from '@inkling/platform';
import type { Account, SessionTokens } from '@inkling/contracts';
import { AccountEntity, emailKey } from '../accounts/account.entity.js';
import { toAccount } from '../accounts/account-view.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { FirebaseIdentity, type TokenProof } from '../identity/firebase-identity.js';
import { LocalIdentity } from '../identity/local-identity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { VerificationService } from '../verification/verification.service.js';
import { AtOnce } from './at-once.js';
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

/** Log-ins of one network to one account that may be under way; each takes a place where passwords are checked. */
const LOGINS_AT_ONCE = 4;

@Injectable()
export class SignInService {
  private readonly logins = new AtOnce(LOGINS_AT_ONCE);

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
   * `auth/email-already-in-use`, `too-many-sign-ups`, `unavailable`.
   */
  async signup(input: unknown, client: Client): Promise<SignedIn> {
    const { email, password, name } = parseSignup(input);
    await this.limits.signup(client.ip);
    // The unique key decides; looking first only spares the hash.
    if (await this.accounts.findByEmail(email)) throw new ApiError('auth/email-already-in-use');
    const passwordHash = await this.local.hash(password);
    const signedIn = await this.openIn(async (tx) => {
      const account = AccountEntity.withPassword({ email, passwordHash, name });
      await this.accounts.saveAndAnnounce(tx, account);
      return account;
    }, client);
    this.verification.welcomeLater(signedIn.account);
    return signedIn;
  }

  /**
   * A new session for an existing account. `input` is `{email, password}` as it came. Throws `auth/invalid-email`, the
   * identity provider's codes, `auth/user-disabled`, `auth/too-many-requests`, `too-many-requests`, `unavailable`.
   */
  async login(input: unknown, client: Client): Promise<SignedIn> {
    const credentials = parseLogin(input);
    const key = `${emailKey(credentials.email)} ${clientNetwork(client.ip)}`;
    return this.logins.run(key, async () => {
      await this.limits.assertLogins(credentials.email);
      const attempt = await this.limits.login(credentials.email, client.ip);
      return settle(attempt, async () => {
        const { id, passwordHash } = await this.local.identify(credentials);
        const signedIn = await this.openIn(async (tx) => {
          const account = await this.accounts.findForShare(tx, id);
          // Changed while it was being checked: a session opened now would outlive the end of all sessions.
          if (account?.passwordHash !== passwordHash) throw new ApiError('auth/invalid-credential');
          return account;
        }, client);
        await this.limits.countLogin(credentials.email);
        return signedIn;
      });
    });
  }

  /**
   * A new session for whom a token of Firebase names, and an account where there is none; if the token does not prove
   * the email, a link that does is mailed soon after. Throws `google-unavailable`, `auth/invalid-id-token`,
   * `auth/email-already-in-use`, `auth/user-disabled`, `auth/too-many-requests`, `too-many-sign-ups`, `unavailable`.
   */
  async token(proof: TokenProof, client: Client): Promise<SignedIn> {
    const attempt = await this.limits.token(client.ip);
    return settle(attempt, async () => {
      // Anybody can register an address at Firebase, as here; a Google account takes more.
      const beforeNew = async () => (proof.provider === 'email' ? this.limits.signup(client.ip) : undefined);
      const { account: recognised, created } = await this.firebase.identify({ ...proof, beforeNew });
      const { id, email, firebaseUid } = recognised;
      await this.limits.assertLogins(email);
      const signedIn = await this.openIn(async (tx) => {
        const account = await this.accounts.findForShare(tx, id);
        if (account?.firebaseUid !== firebaseUid) throw new ApiError('auth/invalid-id-token');
        return account;
      }, client);
      await this.limits.countLogin(email);
      if (created && !signedIn.account.emailVerified) this.verification.welcomeLater(signedIn.account);
      return signedIn;
    });
  }

  /** What sign-in this server offers. */
  features(): { google: boolean } {
    return { google: this.firebase.available };
  }

  /** A session of the account that `find` makes or locks; the oldest ones end where there are too many. */
  private async openIn(find: (tx: Transaction) => Promise<AccountEntity>, { userAgent }: Client): Promise<SignedIn> {
    const { account, session, ended } = await this.database.transaction(async (tx) => {
      const found = await find(tx);
      if (found.disabledAt) throw new ApiError('auth/user-disabled');
      return { account: toAccount(found), ...(await this.sessions.open(tx, found, userAgent)) };
    });
    this.sessions.announceAll(ended);
    return { account, session };
  }
}
