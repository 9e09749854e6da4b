import { Injectable, Logger } from '@nestjs/common';
import { ApiError, Database, type Transaction } from '@inkling/platform';
import {
  PASSKEYS_MAX,
  type NewPasskey,
  type Passkey,
  type PasskeyAnswer,
  type PasskeyOptions,
} from '@inkling/contracts';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { RateLimits, settle } from '../rate-limits/rate-limits.js';
import { FreshProof, type ActingSession } from '../sensitive/fresh-proof.js';
import type { Tables } from '../tables.js';
import { Ceremonies, type Checked } from '../passkeys/ceremonies.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';

/** An account's passkeys, and what they prove. */
@Injectable()
export class PasskeysService {
  readonly #logger = new Logger(PasskeysService.name);

  constructor(
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly repository: PasskeysRepository,
    private readonly ceremonies: Ceremonies,
    private readonly proof: FreshProof,
    private readonly limits: RateLimits,
  ) {}

  /** Whether browsers can make passkeys for this server's address. */
  get available(): boolean {
    return this.ceremonies.available;
  }

  list(userId: number): Promise<Passkey[]> {
    return this.repository.list(userId);
  }

  /** What a browser makes a passkey from. Throws `proof-needed`, `passkey-limit`, `passkeys-unavailable`. */
  async newOptions(session: ActingSession): Promise<PasskeyOptions> {
    const { account, ...identity } = await this.database.transaction(async (tx) => {
      const found = await this.#lock(tx, session);
      await this.#assertRoom(tx, session.userId);
      return {
        account: found,
        handle: await this.repository.handle(tx, session.userId),
        known: await this.repository.credentials(tx, session.userId),
      };
    });
    return this.ceremonies.newOptions(account, { ...identity, sessionId: session.sessionId });
  }

  /** Keeps a passkey. Throws `proof-needed`, `passkey-refused`, `passkey-limit`, `passkeys-unavailable`. */
  async add(session: ActingSession, { name, credential }: { name: string; credential: NewPasskey }): Promise<Passkey> {
    // A request that has to be repeated with a proof must find its challenge unused.
    await this.database.transaction((tx) => this.#lock(tx, session));
    const made = await this.ceremonies.checkNew(credential, session.sessionId);
    return this.database.transaction(async (tx) => {
      await this.#lock(tx, session);
      await this.#assertRoom(tx, session.userId);
      const passkey = await this.repository.add(tx, { ...made, accountId: session.userId, name });
      if (!passkey) throw new ApiError('passkey-refused');
      return passkey;
    });
  }

  /** Throws `passkey-not-found`. */
  async rename(userId: number, passkeyId: number, name: string): Promise<Passkey> {
    const passkey = await this.repository.rename(userId, passkeyId, name);
    if (!passkey) throw new ApiError('passkey-not-found');
    return passkey;
  }

  /** Forgets a passkey. Throws `proof-needed`, `passkey-not-found`, `last-way-in`. */
  async remove(session: ActingSession, passkeyId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const account = await this.#lock(tx, session);
      if (!(await this.repository.remove(tx, session.userId, passkeyId))) throw new ApiError('passkey-not-found');
      if (account.passwordHash !== null || account.firebaseUid !== null) return;
      if ((await this.repository.count(tx, session.userId)) === 0) throw new ApiError('last-way-in');
    });
  }

  /**
   * What a browser signs: to sign in, or to prove who uses `session`. Throws `too-many-requests`,
   * `passkeys-unavailable`.
   */
  async options(session: ActingSession | undefined, ip: string): Promise<PasskeyOptions> {
    await this.limits.challenge(ip);
    if (!session) return this.ceremonies.options({ purpose: 'sign-in', sessionId: null });
    const known = await this.database.transaction((tx) => this.repository.credentials(tx, session.userId));
    return this.ceremonies.options({ purpose: 'prove', sessionId: session.sessionId }, known);
  }

  /** The passkey that answers a challenge for a sign-in. `use` has to follow. Throws `passkey-refused`. */
  checkSignIn(credential: PasskeyAnswer): Promise<Checked> {
    return this.ceremonies.check(credential, { purpose: 'sign-in', sessionId: null }, (id) => this.repository.find(id));
  }

  /** Records that a passkey was used, in the transaction of its effect. Throws `passkey-refused`. */
  async use(tx: Transaction<Tables>, { passkey, signCount }: Checked): Promise<void> {
    if (await this.repository.use(tx, passkey.id, signCount)) return;
    this.#logger.warn(`Passkey ${passkey.id} was refused: it is gone, or its count did not grow, as that of a copy`);
    throw new ApiError('passkey-refused');
  }

  /**
   * Renews the session's proof with one of the account's passkeys. Throws `passkey-refused`, `unauthorized` (the
   * session has ended), `auth/too-many-requests`.
   */
  async prove(session: ActingSession, credential: PasskeyAnswer): Promise<void> {
    const attempt = await this.limits.passwordEntry(session.userId);
    await settle(attempt, async () => {
      const use = { purpose: 'prove', sessionId: session.sessionId } as const;
      const checked = await this.ceremonies.check(credential, use, (id) => this.repository.find(id));
      if (checked.passkey.accountId !== session.userId) throw new ApiError('passkey-refused');
      await this.database.transaction(async (tx) => {
        await this.accounts.findForShare(tx, session.userId);
        await this.use(tx, checked);
        await this.proof.record(tx, session);
      });
    });
  }

  /** The account of a session that may act on its passkeys, locked. */
  async #lock(tx: Transaction<Tables>, session: ActingSession): Promise<AccountEntity> {
    const account = await this.accounts.findForUpdate(tx, session.userId);
    if (!account) throw new ApiError('unauthorized');
    await this.proof.assert(tx, session);
    return account;
  }

  async #assertRoom(tx: Transaction<Tables>, userId: number): Promise<void> {
    if ((await this.repository.count(tx, userId)) >= PASSKEYS_MAX) throw new ApiError('passkey-limit');
  }
}
