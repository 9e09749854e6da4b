import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, ConfigError, Semaphore, type BaseConfig } from '@inkling/platform';
import type { LoginBody } from '@inkling/contracts';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { HASH_MEMORY_KIB, type AuthConfig } from '../config.js';
import type { IdentityProvider } from './identity-provider.js';
import { hashPassword, verifyPassword } from './password-hash.js';

/** Email and password; passwords are stored as argon2id hashes. */
@Injectable()
export class LocalIdentity implements IdentityProvider<LoginBody> {
  readonly #hashing: Semaphore;
  readonly #memory: number;
  readonly #hideExistence: boolean;
  /** A hash to check against when an email has no password, so that the check takes the same time. */
  #decoy: Promise<string> | undefined;

  constructor(
    @Inject(CONFIG) config: AuthConfig & BaseConfig,
    private readonly accounts: AccountsRepository,
  ) {
    // Weaker hashes would stay, and a decoy of another cost than the stored ones would tell who has an account.
    if (config.NODE_ENV === 'production' && config.AUTH_HASH_MEMORY_KIB !== HASH_MEMORY_KIB)
      throw new ConfigError('auth: bad configuration. AUTH_HASH_MEMORY_KIB: is not for production');
    this.#hashing = new Semaphore(config.AUTH_HASH_CONCURRENCY, config.AUTH_HASH_WAITING);
    this.#memory = config.AUTH_HASH_MEMORY_KIB;
    this.#hideExistence = config.AUTH_HIDE_ACCOUNT_EXISTENCE;
  }

  /** The PHC string to store for a new password. Throws `unavailable` when too many sign-ins wait. */
  hash(password: string): Promise<string> {
    return this.#hashing.run(() => hashPassword(password, this.#memory));
  }

  /**
   * Throws `auth/user-not-found`, `auth/wrong-password`, `auth/invalid-credential` (the account has no password here,
   * or existence is hidden), `unavailable`.
   */
  async identify({ email, password }: LoginBody): Promise<AccountEntity> {
    const account = await this.accounts.findByEmail(email);
    const stored = account?.passwordHash;
    const matches = await this.#hashing.run(async () => verifyPassword(password, stored ?? (await this.#decoyHash())));
    if (account && stored && matches) return account;
    if (this.#hideExistence || (account && !stored)) throw new ApiError('auth/invalid-credential');
    throw new ApiError(account ? 'auth/wrong-password' : 'auth/user-not-found');
  }

  /**
   * Whether this is the account's password. For an account without one, no password is correct. Throws `unavailable`.
   */
  async isPasswordOf({ passwordHash }: AccountEntity, password: string | undefined): Promise<boolean> {
    if (passwordHash === null) return password === undefined || password === '';
    if (password === undefined) return false;
    return this.#hashing.run(() => verifyPassword(password, passwordHash));
  }

  #decoyHash(): Promise<string> {
    this.#decoy ??= hashPassword('', this.#memory);
    return this.#decoy;
  }
}
