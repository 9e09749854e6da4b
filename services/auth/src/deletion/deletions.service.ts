import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, ConfigError, Database, type BaseConfig } from '@inkling/platform';
import type { AccountDeletion, DeletionState } from '@inkling/contracts';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuthConfig } from '../config.js';
import { FreshProof } from '../sensitive/fresh-proof.js';
import type { Tables } from '../tables.js';
import { DeletionSaga } from './deletion-saga.js';
import { DeletionsRepository } from './deletions.repository.js';

/** Asking for the deletion of one's own account, and taking it back (docs/product.md#deleting-an-account). */
@Injectable()
export class DeletionsService {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig & BaseConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly proof: FreshProof,
    private readonly deletions: DeletionsRepository,
    private readonly saga: DeletionSaga,
  ) {
    if (config.ACCOUNT_DELETION_DAYS === 0 && config.NODE_ENV === 'production')
      throw new ConfigError('auth: bad configuration. ACCOUNT_DELETION_DAYS: must be at least 1 in production');
  }

  /** The deletion that was asked for and has not begun. */
  async state(userId: number): Promise<DeletionState> {
    return { days: this.config.ACCOUNT_DELETION_DAYS, pending: await this.deletions.pending(userId) };
  }

  /** Throws `proof-needed`, `unauthorized` if the session has ended, and `forbidden` for the account of a probe. */
  async request(input: {
    userId: number;
    sessionId: string;
    polls: AccountDeletion['polls'];
  }): Promise<AccountDeletion> {
    const deletion = await this.database.transaction(async (tx) => {
      const account = await this.accounts.findForUpdate(tx, input.userId);
      if (!account) throw new ApiError('unauthorized');
      if (account.probe) throw new ApiError('forbidden');
      await this.proof.assert(tx, input);
      return this.deletions.request(tx, input.userId, input.polls, this.config.ACCOUNT_DELETION_DAYS);
    });
    this.saga.wake();
    return deletion;
  }

  /** Throws `deletion-not-found` without a request, or after its day. */
  async withdraw(userId: number): Promise<void> {
    const withdrawn = await this.database.transaction(async (tx) => {
      // The deletion begins with the same lock, so it is either taken back or not.
      await this.accounts.findForUpdate(tx, userId);
      return this.deletions.withdraw(tx, userId);
    });
    if (!withdrawn) throw new ApiError('deletion-not-found');
  }

  /**
   * Carries out deletions that a restored backup knows nothing of, at once. An account that is gone is left alone, and
   * so is one that is younger than the deletion: after a restore, its id may be a new person's.
   * @returns the accounts whose deletion has begun
   */
  async repeat(deletions: readonly { userId: number; polls: AccountDeletion['polls']; requestedAt: string }[]) {
    const started: number[] = [];
    for (const { userId, polls, requestedAt } of deletions) {
      const due = await this.database.transaction(async (tx) => {
        const account = await this.accounts.findForUpdate(tx, userId);
        if (!account || account.probe || account.createdAt > new Date(requestedAt)) return false;
        await this.deletions.requestNow(tx, userId, polls);
        return true;
      });
      if (!due) continue;
      await this.saga.start(userId);
      started.push(userId);
    }
    return started;
  }
}
