import { Injectable } from '@nestjs/common';
import { ApiError, type Transaction } from '@inkling/platform';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.js';
import type { Purpose } from './action-token.entity.js';
import { ActionTokensRepository, type Issued } from './action-tokens.repository.js';
import type { Tables } from '../tables.js';

/** A token to mail and its recipient. Only the token's hash is stored. */
export type Mailable = Issued & { token: string };

/** Single-use tokens of mailed links. They expire, and a new one replaces the account's last one for that purpose. */
@Injectable()
export class ActionTokens {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly repository: ActionTokensRepository,
  ) {}

  /** A reset token for the account with this email; undefined if there is none or it is disabled. */
  issueReset(email: string, lifetimeSeconds: number): Promise<Mailable | undefined> {
    return issue((hash) => this.repository.issueByEmail(email, { hash, purpose: 'password-reset', lifetimeSeconds }));
  }

  /** For this account, whatever its state: the operator asks. */
  issueResetFor(accountId: number, lifetimeSeconds: number): Promise<Mailable | undefined> {
    return issue((hash) => this.repository.issueById(accountId, { hash, purpose: 'password-reset', lifetimeSeconds }));
  }

  /** For this account, while its email is not verified. */
  issueVerification(accountId: number, lifetimeSeconds: number): Promise<Mailable | undefined> {
    return issue((hash) =>
      this.repository.issueForUnverified(accountId, { hash, purpose: 'verify-email', lifetimeSeconds }),
    );
  }

  /** The account's id. Throws `auth/invalid-action-code` (unknown, used or replaced) or `auth/expired-action-code`. */
  async owner(token: string, purpose: Purpose): Promise<number> {
    const found = await this.repository.find(hashOpaqueToken(token), purpose);
    if (!found) throw new ApiError('auth/invalid-action-code');
    if (found.expired) throw new ApiError('auth/expired-action-code');
    return found.accountId;
  }

  /**
   * Consumes the token in `tx` and returns its account, locked. Throws `auth/invalid-action-code` for all callers but
   * the first.
   */
  async take(tx: Transaction<Tables>, token: string, purpose: Purpose, accountId: number): Promise<AccountEntity> {
    const account = await this.accounts.findForUpdate(tx, accountId);
    if (!account || !(await this.repository.take(tx, hashOpaqueToken(token), purpose)))
      throw new ApiError('auth/invalid-action-code');
    return account;
  }

  /** Invalidates the links that were mailed to an account. The account must be locked. */
  withdrawAll(tx: Transaction<Tables>, accountId: number, purpose?: Purpose): Promise<void> {
    return this.repository.withdraw(tx, accountId, purpose);
  }
}

async function issue(store: (hash: Buffer) => Promise<Issued | undefined>): Promise<Mailable | undefined> {
  const token = newOpaqueToken();
  const issued = await store(hashOpaqueToken(token));
  return issued && { ...issued, token };
}
