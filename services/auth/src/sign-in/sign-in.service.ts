import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, clientNetwork, Database, ProofsOfWork, type Transaction } from '@inkling/platform';
import type { Account, PasskeyAnswer, SessionRevoked, SessionTokens } from '@inkling/contracts';
import { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { emailKey } from '../accounts/email.js';
import { Admission, type Ticket } from '../admission/admission.js';
import { AuthConfig } from '../config.js';
import { EmailChangesRepository } from '../email-change/email-changes.repository.js';
import { FirebaseIdentity, type TokenProof } from '../identity/firebase-identity.js';
import { LocalIdentity } from '../identity/local-identity.js';
import { KnownPlaces } from '../known-places/known-places.js';
import { OneTimeCodesService } from '../one-time-codes/one-time-codes.service.js';
import { PasskeysService } from '../own-passkeys/passkeys.service.js';
import { RateLimits, settle } from '../rate-limits/rate-limits.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountRights } from '../rights/account-rights.js';
import { VerificationService } from '../verification/verification.service.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { parseLogin, parseSignup } from './credentials.js';
import { SignInChallenges, type FirstStep } from './sign-in-challenge.js';
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

type Find = (tx: Transaction<Tables>) => Promise<AccountEntity>;
/** What the first step of a sign-in leads to: a session, or the token of the second step. */
type Entered = SignedIn | { challenge: string };

/** Concurrent log-ins from one network to one account. Each of them occupies one of the few password checks. */
const CONCURRENT_LOGINS_MAX = 4;

@Injectable()
export class SignInService {
  readonly #logins = new ConcurrencyLimit(CONCURRENT_LOGINS_MAX);

  readonly #challenges: SignInChallenges;

  constructor(
    @Inject(CONFIG) config: AuthConfig,
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
    private readonly codes: OneTimeCodesService,
    private readonly rights: AccountRights,
    private readonly work: ProofsOfWork,
    private readonly admission: Admission,
  ) {
    this.#challenges = new SignInChallenges(config.SESSION_SECRET, config.AUTH_CODE_SECONDS);
  }

  /**
   * Creates an account and signs it in; its profile is incomplete. Mails a link that verifies the email. `input` is an
   * unchecked `{email, password, name?, invitation?, answer?, proofOfWork?}`. Throws `auth/invalid-email`,
   * `auth/weak-password`, `proof-of-work-needed`, `auth/email-already-in-use`, `too-many-sign-ups`, `unavailable`, and
   * errors of `Admission.admit`.
   */
  async signup(input: unknown, client: Client): Promise<SignedIn> {
    const { email, password, name, proofOfWork, ...ticket } = parseSignup(input);
    await this.work.use(this.database.kysely, 'sign-up', proofOfWork);
    await this.limits.signup(client.ip);
    // The unique key decides; this check only saves computing a hash.
    if (await this.accounts.findByEmail(email)) throw new ApiError('auth/email-already-in-use');
    const signedIn = await this.admission.admit(email, ticket, client.ip, async (admitted) => {
      const passwordHash = await this.local.hash(password);
      return this.#openSession(client, async (tx) => {
        const account = AccountEntity.withPassword({ email, passwordHash, name });
        this.admission.mark(account, admitted);
        await this.accounts.saveAndPublish(tx, account);
        await this.admission.announce(tx, account, admitted);
        await this.emailChanges.assertFree(tx, account);
        return account;
      });
    });
    this.places.signedUp(signedIn.account.id, client);
    this.verification.sendWelcome(signedIn.account);
    return signedIn;
  }

  /**
   * Opens a session for an existing account. `input` is an unchecked `{email, password}`. Throws `auth/invalid-email`,
   * the identity provider's codes, `auth/user-disabled`, `auth/too-many-requests`, `too-many-requests`, `unavailable`,
   * and `auth/code-needed` for an account with one-time codes.
   */
  async login(input: unknown, client: Client): Promise<SignedIn> {
    const credentials = parseLogin(input);
    const key = `${emailKey(credentials.email)} ${clientNetwork(client.ip)}`;
    return this.#logins.run(key, async () => {
      await this.limits.assertLogins(credentials.email);
      const attempt = await this.limits.login(credentials.email, client.ip);
      const entered = await settle(attempt, async () => {
        const { id, passwordHash } = await this.local.identify(credentials);
        const done = await this.#enter('password', client, async (tx) => {
          const account = await this.accounts.findForShare(tx, id);
          // The password changed during the check. A session opened now would survive the end of all sessions.
          if (account?.passwordHash !== passwordHash) throw new ApiError('auth/invalid-credential');
          return account;
        });
        await this.limits.countLogin(credentials.email);
        if (!('challenge' in done)) this.places.signedIn(id, client);
        return done;
      });
      return completed(entered);
    });
  }

  /**
   * The second step: opens a session with the token of the first one and a one-time or recovery code, which is then
   * used up. Throws `auth/wrong-code`, `auth/sign-in-expired`, `auth/user-disabled`, `auth/too-many-requests`.
   */
  async loginWithCode(challenge: string, code: string, client: Client): Promise<SignedIn> {
    const first = this.#challenges.open(challenge);
    const attempt = await this.limits.code(first.account, client.ip);
    const signedIn = await settle(attempt, () =>
      this.#openSession(client, async (tx) => {
        const account = await this.accounts.findForShare(tx, first.account);
        if (!account || !this.#challenges.holds(first, account)) throw new ApiError('auth/sign-in-expired');
        if (account.disabledAt) throw new ApiError('auth/user-disabled');
        await this.codes.take(tx, account.id, code);
        return account;
      }),
    );
    this.places.signedIn(signedIn.account.id, client);
    return signedIn;
  }

  /**
   * Opens a session with a token of Firebase, and creates the account if there is none. If the token does not prove the
   * email, mails a link that verifies it. Throws `google-unavailable`, `auth/invalid-id-token`,
   * `auth/email-already-in-use`, `auth/user-disabled`, `auth/too-many-requests`, `too-many-sign-ups`, `unavailable`,
   * and `auth/code-needed` for an account with one-time codes.
   */
  async token({ invitation, answer, ...proof }: TokenProof & Ticket, client: Client): Promise<SignedIn> {
    const attempt = await this.limits.token(client.ip);
    const entered = await settle(attempt, async () => {
      // Anybody can register an address at Firebase, so it counts as a sign-up. A Google account is harder to get.
      const beforeNew = async () => (proof.provider === 'email' ? this.limits.signup(client.ip) : undefined);
      const { account: recognised, created } = await this.firebase.identify({
        ...proof,
        beforeNew,
        ticket: { invitation, answer },
        ip: client.ip,
      });
      const { id, email, firebaseUid } = recognised;
      await this.limits.assertLogins(email);
      const done = await this.#enter('provider', client, async (tx) => {
        const account = await this.accounts.findForShare(tx, id);
        if (account?.firebaseUid !== firebaseUid) throw new ApiError('auth/invalid-id-token');
        return account;
      });
      await this.limits.countLogin(email);
      if (created) this.places.signedUp(id, client);
      else if (!('challenge' in done)) this.places.signedIn(id, client);
      if (created && !recognised.emailVerified) this.verification.sendWelcome(recognised);
      return done;
    });
    return completed(entered);
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
      const signedIn = await this.#openSession(client, async (tx) => {
        const account = await this.accounts.findForShare(tx, owner.id);
        if (!account) throw new ApiError('passkey-refused');
        await this.passkeys.use(tx, checked);
        return account;
      });
      await this.limits.countLogin(owner.email);
      this.places.signedIn(owner.id, client);
      return signedIn;
    });
  }

  /** The optional ways to sign in that this server offers. */
  features(): { google: boolean; passkeys: boolean } {
    return { google: this.firebase.available, passkeys: this.passkeys.available };
  }

  /** Opens a session for the account that `find` locks, unless that account asks for a code first. */
  async #enter(step: FirstStep, client: Client, find: Find): Promise<Entered> {
    const asking = await this.database.transaction(async (tx) => {
      const account = await find(tx);
      if (account.disabledAt) throw new ApiError('auth/user-disabled');
      if (await this.codes.isOn(tx, account.id)) return { challenge: this.#challenges.issue(account, step) };
      return this.#open(tx, account, client);
    });
    return 'challenge' in asking ? asking : this.#announce(asking);
  }

  /** Opens a session for the account that `find` creates or locks. */
  async #openSession(client: Client, find: Find): Promise<SignedIn> {
    return this.#announce(await this.database.transaction(async (tx) => this.#open(tx, await find(tx), client)));
  }

  /** The oldest sessions end if there are too many. */
  async #open(tx: Transaction<Tables>, account: AccountEntity, { userAgent }: Client) {
    if (account.disabledAt) throw new ApiError('auth/user-disabled');
    return { account: await this.rights.view(account, tx), ...(await this.sessions.open(tx, account, userAgent)) };
  }

  #announce({ account, session, ended }: SignedIn & { ended: SessionRevoked[] }): SignedIn {
    this.sessions.publishRevoked(ended);
    return { account, session };
  }
}

/** Needing a code is no failure of the first step, so it is thrown after its attempt was settled. */
function completed(entered: Entered): SignedIn {
  if ('challenge' in entered) throw new ApiError('auth/code-needed', { extra: { challenge: entered.challenge } });
  return entered;
}
