import { Injectable } from '@nestjs/common';
import type { AdminUser } from '@inkling/contracts';
import { ApiError, Database } from '@inkling/platform';
import { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { PROBE_DOMAIN } from '../accounts/email.js';
import { Usernames } from '../accounts/usernames.js';
import { LocalIdentity } from '../identity/local-identity.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import type { Tables } from '../tables.js';

const NAME = 'Probe';

/** Accounts of probes (ADR 21). */
@Injectable()
export class ProbesService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly usernames: Usernames,
    private readonly local: LocalIdentity,
    private readonly users: AdminUsersRepository,
  ) {}

  /**
   * Creates the account, or sets the password of the existing one. Repeating it with the same password changes nothing.
   * @throws ApiError `username-taken`, `auth/email-already-in-use` where a person has the name; `unavailable`
   */
  async make(name: string, password: string): Promise<AdminUser> {
    const email = `${name.toLowerCase()}@${PROBE_DOMAIN}`;
    const passwordHash = await this.local.hash(password);
    await this.database.transaction(async (tx) => {
      const found = await this.accounts.findByEmailForUpdate(tx, email);
      if (found && !found.probe) throw new ApiError('auth/email-already-in-use');
      if (found && (await this.local.isPasswordOf(found, password))) return;
      if (found) {
        found.passwordHash = passwordHash;
        await this.accounts.save(tx, found);
        return;
      }
      // A reserved username is allowed, and it is the default, because no person can have it.
      const made = AccountEntity.forProbe({ email, passwordHash, name: NAME, username: name });
      await this.accounts.save(tx, made);
      await this.usernames.change(tx, made, null);
    });
    return (await this.users.resolve(email))!;
  }
}
