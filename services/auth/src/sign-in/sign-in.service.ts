import { Injectable } from '@nestjs/common';
import { ApiError, clientNetwork, Database, type Transaction } from '@inkling/platform';
import type { Account, PasskeyAnswer, SessionTokens } from '@inkling/contracts';
import { AccountEntity } from '../accounts/account.entity.js';
import { toAccount } from '../accounts/account-view.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { emailKey } from '../accounts/email.js';
import { EmailChangesRepository } from '../email-change/email-changes.repository.js';
import { FirebaseIdentity, type TokenProof } from '../identity/firebase-identity.js';
import { LocalIdentity } from '../identity/local-identity.js';
import { KnownPlaces } from '../known-places/known-places.js';
import { PasskeysService } from '../own-passkeys/passkeys.service.js';
import { RateLimits, settle } from '../rate-limits/rate-limits.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { VerificationService } from '../verification/verification.service.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { parseLogin, parseSignup } from './credentials.js';
import type { Tables } from '../tables.js';

/** Where a call came from. */
export interface Client {
  ip: string;
  userAgent: string;
}
export interface SignedIn {
  account: Account;
  session: SessionTokens;
}

/** Concurrent log-ins from one network to one account. Each of them occupies one of the few password checks. */
const CONCURRENT_LOGINS_MAX = 4;

@Injectable()
export class SignInService {
  readonly #logins = new ConcurrencyLimit(CONCURRENT_LOGINS_MAX);

  constructor(
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly local: LocalIdentity,
    private readonly firebase: FirebaseIdentity,
    private readonly passkeys: PasskeysService,
    private readonly sessions: SessionsService,
    private readonly verification: VerificationService,
    private readonly emailChanges: EmailChangesRepository,
    private readonly places: KnownPlaces,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Creates an account and signs it in; its profile is incomplete. Mails a link that verifies the email. `input` is an
   * unchecked `{email, password, name?}`. Throws `auth/invalid-email`, `auth/weak-password`,
   * `auth/email-already-in-use`, `too-many-sign-ups`, `unavailable`.
   */
  async signup(input: unknown, client: Client): Promise<SignedIn> {
    const { email, password, name } = parseSignup(input);
    await this.limits.signup(client.ip);
    // The unique key decides; this check only saves computing a hash.
    if (await this.accounts.findByEmail(email)) throw new ApiError('auth/email-already-in-use');
    const passwordHash = await this.local.hash(password);
    const signedIn = await this.#openSession(async (tx) => {
      const account = AccountEntity.withPassword({ email, passwordHash, name });
      await this.accounts.saveAndPublish(tx, account);
      await this.emailChanges.assertFree(tx, account);
      return account;
    }, client);
    this.places.signedUp(signedIn.account.id, client);
    this.verification.sendWelcome(signedIn.account);
    return signedIn;
  }

  /**
   * Opens a session for an existing account. `input` is an unchecked `{email, password}`. Throws `auth/invalid-email`,
   * the identity provider's codes, `auth/user-disabled`, `auth/too-many-requests`, `too-many-requests`, `unavailable`.
   */
  async login(input: unknown, client: Client): Promise<SignedIn> {
    const credentials = parseLogin(input);
    const key = `${emailKey(credentials.email)} ${clientNetwork(client.ip)}`;
    return this.#logins.run(key, async () => {
      await this.limits.assertLogins(credentials.email);
      const attempt = await this.limits.login(credentials.email, client.ip);
      return settle(attempt, async () => {
        const { id, passwordHash } = await this.local.identify(credentials);
        const signedIn = await this.#openSession(async (tx) => {
          const account = await this.accounts.findForShare(tx, id);
          // The password changed during the check. A session opened now would survive the end of all sessions.
          if (account?.passwordHash !== passwordHash) throw new ApiError('auth/invalid-credential');
          return account;
        }, client);
        await this.limits.countLogin(credentials.email);
        this.places.signedIn(id, client);
        return signedIn;
      });
    });
  }

  /**
   * Opens a session with a token of Firebase, and creates the account if there is none. If the token does not prove the
   * email, mails a link that verifies it. Throws `google-unavailable`, `auth/invalid-id-token`,
   * `auth/email-already-in-use`, `auth/user-disabled`, `auth/too-many-requests`, `too-many-sign-ups`, `unavailable`.
   */
  async token(proof: TokenProof, client: Client): Promise<SignedIn> {
    const attempt = await this.limits.token(client.ip);
    return settle(attempt, async () => {
      // Anybody can register an address at Firebase, so it counts as a sign-up. A Google account is harder to get.
      const beforeNew = async () => (proof.provider === 'email' ? this.limits.signup(client.ip) : undefined);
      const { account: recognised, created } = await this.firebase.identify({ ...proof, beforeNew });
      const { id, email, firebaseUid } = recognised;
      await this.limits.assertLogins(email);
      const signedIn = await this.#openSession(async (tx) => {
        const account = await this.accounts.findForShare(tx, id);
        if (account?.firebaseUid !== firebaseUid) throw new ApiError('auth/invalid-id-token');
        return account;
      }, client);
      await this.limits.countLogin(email);
      if (created) this.places.signedUp(id, client);
      else this.places.signedIn(id, client);
      if (created && !signedIn.account.emailVerified) this.verification.sendWelcome(signedIn.account);
      return signedIn;
    });
  }

  /**
   * Opens a session with a passkey, which is a second factor by itself. Throws `passkey-refused`, `auth/user-disabled`,
   * `auth/too-many-requests`, `too-many-requests`, `passkeys-unavailable`.
   */
  async passkey(credential: PasskeyAnswer, client: Client): Promise<SignedIn> {
    const attempt = await this.limits.token(client.ip);
    return settle(attempt, async () => {
      const checked = await this.passkeys.checkSignIn(credential);
      const owner = await this.accounts.find(checked.passkey.accountId);
      if (!owner) throw new ApiError('passkey-refused');
      await this.limits.assertLogins(owner.email);
      const signedIn = await this.#openSession(async (tx) => {
        const account = await this.accounts.findForShare(tx, owner.id);
        if (!account) throw new ApiError('passkey-refused');
        await this.passkeys.use(tx, checked);
        return account;
      }, client);
      await this.limits.countLogin(owner.email);
      this.places.signedIn(owner.id, client);
      return signedIn;
    });
  }

  /** The optional ways to sign in that this server offers. */
  features(): { google: boolean; passkeys: boolean } {
    return { google: this.firebase.available, passkeys: this.passkeys.available };
  }

  /** Opens a session for the account that `find` creates or locks. The oldest sessions end if there are too many. */
  async #openSession(
    find: (tx: Transaction<Tables>) => Promise<AccountEntity>,
    { userAgent }: Client,
  ): Promise<SignedIn> {
    const { account, session, ended } = await this.database.transaction(async (tx) => {
      const found = await find(tx);
      if (found.disabledAt) throw new ApiError('auth/user-disabled');
      return { account: toAccount(found), ...(await this.sessions.open(tx, found, userAgent)) };
    });
    this.sessions.publishRevoked(ended);
    return { account, session };
  }
}
