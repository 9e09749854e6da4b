import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ApiError, CONFIG, Database, type BaseConfig, type Transaction } from '@inkling/platform';
import { DisplayName, NAME_MAX, type SessionRevoked } from '@inkling/contracts';
import { AccountEntity, PLACEHOLDER_NAME } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { emailKey } from '../accounts/email.js';
import { Admission, type Admitted, type Ticket } from '../admission/admission.js';
import { ActionTokens } from '../action-tokens/action-tokens.js';
import { AuthConfig } from '../config.js';
import { EmailChangesRepository } from '../email-change/email-changes.repository.js';
import { OneTimeCodesRepository } from '../one-time-codes/one-time-codes.repository.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { firebaseSettings, type FirebaseSettings } from './firebase-settings.js';
import { FirebaseTokens, type TokenIdentity } from './firebase-tokens.js';
import type { IdentityProvider } from './identity-provider.js';
import type { Tables } from '../tables.js';

export interface TokenProof {
  idToken: string;
  /** The route that received the token. */
  provider: 'google' | 'email';
}

export interface Recognised {
  account: AccountEntity;
  /** The account was created for this token. */
  created: boolean;
}

interface ProofOfNew extends TokenProof {
  /** Runs before an account is created; an error from it prevents the account. */
  beforeNew: () => Promise<void>;
  /** What a new account comes with, and from which address. */
  ticket: Ticket;
  ip: string;
}

/** The `sign_in_provider` that each route accepts. */
const SIGN_IN_PROVIDERS = { google: 'google.com', email: 'password' } as const;

/** Google, and email with a password that Firebase keeps. Only a verified ID token identifies a person. */
@Injectable()
export class FirebaseIdentity implements IdentityProvider<ProofOfNew, Recognised>, OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger(FirebaseIdentity.name);
  readonly #settings: FirebaseSettings | undefined;
  #tokens: FirebaseTokens | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig & BaseConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly actionTokens: ActionTokens,
    private readonly passkeys: PasskeysRepository,
    private readonly emailChanges: EmailChangesRepository,
    private readonly sessions: SessionsService,
    private readonly codes: OneTimeCodesRepository,
    private readonly admission: Admission,
  ) {
    this.#settings = firebaseSettings(config);
  }

  async onModuleInit(): Promise<void> {
    if (!this.#settings) return;
    if (this.#settings.emulatorHost)
      this.#logger.warn('Tokens of the Firebase emulator are accepted: anybody can make one');
    this.#tokens = await FirebaseTokens.open(this.#settings, { timeoutMs: this.config.FIREBASE_TIMEOUT_MS });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#tokens?.close();
  }

  /** Whether this server accepts tokens of Firebase. */
  get available(): boolean {
    return this.#settings !== undefined;
  }

  /**
   * The account that the token belongs to: the linked one, or the one whose email the token proves, or a new one.
   * Throws `google-unavailable` (not configured), `auth/invalid-id-token`, `auth/user-disabled`,
   * `auth/email-already-in-use` (an account has the email, but the token does not prove it or the account has a
   * password here), `unavailable`, and what `beforeNew` and `Admission.admit` throw.
   */
  async identify({ idToken, provider, beforeNew, ticket, ip }: ProofOfNew): Promise<Recognised> {
    if (!this.#tokens) throw new ApiError('google-unavailable');
    const identity = await this.#tokens.verify(idToken);
    if (identity.signInProvider !== SIGN_IN_PROVIDERS[provider]) throw new ApiError('auth/invalid-id-token');
    const known = await this.accounts.existsFor(identity.uid, identity.email);
    if (known) return this.#findOrCreate(identity);
    await beforeNew();
    try {
      return await this.admission.admit(identity.email, ticket, ip, (admitted) =>
        this.#findOrCreate(identity, admitted),
      );
    } catch (error) {
      // The same person's first sign-in from another tab was faster, so the account exists now.
      if (!(error instanceof ApiError) || error.code !== 'auth/email-already-in-use') throw error;
      return this.#findOrCreate(identity);
    }
  }

  /**
   * The token proves that the person who uses this account signed in at the provider within the last `seconds`. Throws
   * `google-unavailable`, `auth/invalid-id-token` (also for a sign-in that is older, or of somebody else),
   * `unavailable`.
   */
  async assertRecent(account: AccountEntity, idToken: string, seconds: number): Promise<void> {
    if (!this.#tokens) throw new ApiError('google-unavailable');
    const { uid, signInProvider, signedInAt } = await this.#tokens.verify(idToken);
    // The password here replaces one at the provider.
    const counts = signInProvider !== SIGN_IN_PROVIDERS.email || account.passwordHash === null;
    if (!counts || uid !== account.firebaseUid || signedInAt < Date.now() / 1_000 - seconds)
      throw new ApiError('auth/invalid-id-token');
  }

  /** Without `admitted` the account must be there. */
  async #findOrCreate(identity: TokenIdentity, admitted?: Admitted): Promise<Recognised> {
    const { account, ended, created } = await this.database.transaction(async (tx) => {
      const known = await this.accounts.findByFirebaseUidForUpdate(tx, identity.uid);
      if (known) return this.#recognise(tx, known, identity);
      const byEmail = await this.accounts.findByEmailForUpdate(tx, identity.email);
      if (byEmail) return this.#link(tx, byEmail, identity);
      if (!admitted) throw new ApiError('unavailable');
      return { account: await this.#create(tx, identity, admitted), ended: [], created: true };
    });
    this.sessions.publishRevoked(ended);
    return { account, created };
  }

  async #recognise(tx: Transaction<Tables>, account: AccountEntity, identity: TokenIdentity) {
    if (account.disabledAt) throw new ApiError('auth/user-disabled');
    const proves = identity.emailVerified && account.emailKey === emailKey(identity.email);
    assertPasswordCounts(account, identity, proves);
    return { account, ended: proves ? await this.#prove(tx, account) : [], created: false };
  }

  async #link(tx: Transaction<Tables>, account: AccountEntity, identity: TokenIdentity) {
    // Without proof a stranger could register the email at the provider and walk in here.
    if (!identity.emailVerified) throw new ApiError('auth/email-already-in-use');
    if (account.disabledAt) throw new ApiError('auth/user-disabled');
    assertPasswordCounts(account, identity, true);
    account.firebaseUid = identity.uid;
    return { account, ended: await this.#prove(tx, account), created: false };
  }

  /** Whatever was set up before the email was proved may be a stranger's, so the proof ends it. */
  async #prove(tx: Transaction<Tables>, account: AccountEntity): Promise<SessionRevoked[]> {
    if (!account.proveEmail()) {
      await this.accounts.save(tx, account);
      return [];
    }
    await this.accounts.saveAndPublish(tx, account);
    await this.actionTokens.withdrawAll(tx, account.id);
    await this.codes.remove(tx, account.id);
    await this.passkeys.removeAll(tx, account.id);
    return this.sessions.endAll(tx, account.id, 'linked');
  }

  async #create(
    tx: Transaction<Tables>,
    { uid, email, emailVerified, name }: TokenIdentity,
    admitted: Admitted,
  ): Promise<AccountEntity> {
    const account = AccountEntity.withFirebase({ firebaseUid: uid, email, emailVerified, name: cleanName(name) });
    this.admission.mark(account, admitted);
    await this.accounts.saveAndPublish(tx, account);
    await this.admission.announce(tx, account, admitted);
    await this.emailChanges.assertFree(tx, account);
    return account;
  }
}

/**
 * An account has one password: once one was chosen here, for example with a mailed link, the password at Firebase no
 * longer signs in. A first proof of the email is stronger, since it drops the password.
 */
function assertPasswordCounts(account: AccountEntity, identity: TokenIdentity, proves: boolean): void {
  const firstProof = proves && !account.emailVerified;
  if (identity.signInProvider !== SIGN_IN_PROVIDERS.email || account.passwordHash === null || firstProof) return;
  throw new ApiError('auth/email-already-in-use');
}

/** The provider's name under the rules for typed names, shortened if it is too long. */
function cleanName(name: string | undefined): string {
  const parsed = DisplayName.safeParse(
    Array.from(name?.trim() ?? '')
      .slice(0, NAME_MAX)
      .join(''),
  );
  return parsed.success ? parsed.data : PLACEHOLDER_NAME;
}
