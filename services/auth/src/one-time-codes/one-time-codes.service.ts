import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApiError, CONFIG, Database, type Transaction } from '@inkling/platform';
import type { NewOneTimeCodes, OneTimeCodesState } from '@inkling/contracts';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuthConfig } from '../config.js';
import { FreshProof, type ActingSession } from '../sensitive/fresh-proof.js';
import type { Tables } from '../tables.js';
import { OneTimeCodesRepository } from './one-time-codes.repository.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { seal, secretBoxKey, unseal } from './secret-box.js';
import { enrolmentUri, newSecret, stepOfCode, toBase32 } from './totp.js';

/** One-time codes, the second step of signing in that a person can switch on (docs/product.md#one-time-codes). */
@Injectable()
export class OneTimeCodesService {
  readonly #logger = new Logger(OneTimeCodesService.name);
  readonly #key: Buffer;
  /** The name under which authenticator applications list an account. */
  readonly #issuer: string;

  constructor(
    @Inject(CONFIG) config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly repository: OneTimeCodesRepository,
    private readonly proof: FreshProof,
  ) {
    this.#key = secretBoxKey(config.SESSION_SECRET);
    this.#issuer = `Inkling (${new URL(config.PUBLIC_ORIGIN).hostname})`;
  }

  async state(userId: number): Promise<OneTimeCodesState> {
    const state = await this.repository.state(userId);
    return { since: state?.since.toISOString() ?? null, recoveryCodesLeft: state?.recoveryCodesLeft ?? 0 };
  }

  /**
   * A new secret, which replaces an earlier one that no code has confirmed. Signing in stays as it is until `confirm`.
   * Throws `proof-needed`, `one-time-codes-on`, `unauthorized`.
   */
  begin(session: ActingSession): Promise<NewOneTimeCodes> {
    return this.#act(session, async (tx, account) => {
      const secret = newSecret();
      if (!(await this.repository.addPending(tx, account.id, seal(secret, account.id, this.#key))))
        throw new ApiError('one-time-codes-on');
      return { secret: toBase32(secret), uri: enrolmentUri(secret, this.#issuer, account.email) };
    });
  }

  /**
   * Switches the codes on, if `code` comes from the secret of `begin`. Returns the recovery codes, which are shown only
   * now. Throws `auth/wrong-code`, `one-time-codes-off` (nothing was begun within the last hour), `proof-needed`,
   * `unauthorized`.
   */
  confirm(session: ActingSession, code: string): Promise<string[]> {
    return this.#act(session, async (tx, { id }) => {
      const sealed = await this.repository.pending(tx, id);
      const secret = sealed && unseal(sealed, id, this.#key);
      if (!secret) throw new ApiError('one-time-codes-off');
      const step = stepOfCode(secret, code, Date.now(), null);
      if (step === undefined) throw new ApiError('auth/wrong-code');
      await this.repository.confirm(tx, id, step);
      return this.#newRecoveryCodes(tx, id);
    });
  }

  /** New recovery codes instead of all earlier ones. Throws `one-time-codes-off`, `proof-needed`, `unauthorized`. */
  renewRecoveryCodes(session: ActingSession): Promise<string[]> {
    return this.#act(session, async (tx, { id }) => {
      if (!(await this.repository.isOn(tx, id))) throw new ApiError('one-time-codes-off');
      return this.#newRecoveryCodes(tx, id);
    });
  }

  /** Switches the codes off. Repeating it changes nothing. Throws `proof-needed`, `unauthorized`. */
  switchOff(session: ActingSession): Promise<void> {
    return this.#act(session, async (tx, { id }) => void (await this.repository.remove(tx, id)));
  }

  /** Whether signing in to this account needs a code. */
  isOn(tx: Transaction<Tables>, accountId: number): Promise<boolean> {
    return this.repository.isOn(tx, accountId);
  }

  /**
   * Uses a one-time code or a recovery code up, for the account that `tx` has locked. Of parallel uses of one code, one
   * succeeds. Throws `auth/wrong-code`, and `auth/sign-in-expired` if the codes are off by now.
   */
  async take(tx: Transaction<Tables>, accountId: number, typed: string): Promise<void> {
    const stored = await this.repository.lockSecret(tx, accountId);
    if (!stored) throw new ApiError('auth/sign-in-expired');
    const hash = hashRecoveryCode(accountId, typed);
    if (hash) {
      if (!(await this.repository.takeRecoveryCode(tx, accountId, hash))) throw new ApiError('auth/wrong-code');
      return;
    }
    const secret = unseal(stored.secret, accountId, this.#key);
    if (!secret) this.#logger.error(`The secret of user ${accountId} was encrypted with another SESSION_SECRET`);
    const step = secret && stepOfCode(secret, typed.replaceAll(/\s/g, ''), Date.now(), stored.lastStep);
    if (step === undefined) throw new ApiError('auth/wrong-code');
    await this.repository.setLastStep(tx, accountId, step);
  }

  async #newRecoveryCodes(tx: Transaction<Tables>, accountId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(accountId, code)!);
    await this.repository.setRecoveryCodes(tx, accountId, hashes);
    return codes;
  }

  /** Runs a sensitive act with the account locked. */
  #act<T>(session: ActingSession, act: (tx: Transaction<Tables>, account: AccountEntity) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      const account = await this.accounts.findForUpdate(tx, session.userId);
      if (!account) throw new ApiError('unauthorized');
      await this.proof.assert(tx, session);
      return act(tx, account);
    });
  }
}
