import { Injectable } from '@nestjs/common';
import { ApiError, type Transaction } from '@inkling/platform';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { hashActionToken, newActionToken, type Purpose } from './action-token.js';
import { ActionTokensRepository, type Issued } from './action-tokens.repository.js';

/** A token to mail, which is stored nowhere, and whom to mail it to. */
export type Mailable = Issued & { token: string };

/** Tokens of mailed links: used once, valid for a time, one per account and purpose, of which the newest counts. */
@Injectable()
export class ActionTokens {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly repository: ActionTokensRepository,
  ) {}

  /** For whoever has this email and is not disabled; undefined for nobody. */
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
    const found = await this.repository.find(hashActionToken(token), purpose);
    if (!found) throw new ApiError('auth/invalid-action-code');
    if (found.expired) throw new ApiError('auth/expired-action-code');
    return found.accountId;
  }

  /**
   * Uses the token up, in `tx`, and answers its account, locked. Throws `auth/invalid-action-code` for all but the
   * first.
   */
  async take(tx: Transaction, token: string, purpose: Purpose, accountId: number): Promise<AccountEntity> {
    const account = await this.accounts.findForUpdate(tx, accountId);
    if (!account || !(await this.repository.take(tx, hashActionToken(token), purpose)))
      throw new ApiError('auth/invalid-action-code');
    return account;
  }

  /** Makes the links that were mailed to an account useless. The account must be locked. */
  withdrawAll(tx: Transaction, accountId: number, purpose?: Purpose): Promise<void> {
    return this.repository.withdraw(tx, accountId, purpose);
  }
}

async function issue(store: (hash: Buffer) => Promise<Issued | undefined>): Promise<Mailable | undefined> {
  const token = newActionToken();
  const issued = await store(hashActionToken(token));
  return issued && { ...issued, token };
}
