import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { notificationsRpc, signUpDecided, type EventData } from '@inkling/contracts';
import { ApiError, CONFIG, Database, OnEvent, RpcClient } from '@inkling/platform';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuthConfig } from '../config.js';
import { DeletionSaga } from '../deletion/deletion-saga.js';
import { DeletionsRepository } from '../deletion/deletions.repository.js';
import { AccountRights } from '../rights/account-rights.js';
import type { Tables } from '../tables.js';

/** Carries out what was decided about people who asked to join, and takes requests back. */
@Injectable()
export class SignUpDecisions {
  readonly #logger = new Logger(SignUpDecisions.name);

  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly rights: AccountRights,
    private readonly deletions: DeletionsRepository,
    private readonly saga: DeletionSaga,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * The mail goes first: notifications knows it by its id, so that a repetition of the event sends it once. A refused
   * account is deleted like any other, only at once.
   */
  @OnEvent(signUpDecided)
  async onDecided({ userId, approved, reason }: EventData<typeof signUpDecided>): Promise<void> {
    const known = await this.accounts.find(userId);
    if (!known?.waitingSince) return;
    await this.#mail(known.email, mailId(userId, known.waitingSince), approved, reason);
    // Commits before the gateways are notified. A repeated event finds nothing to do.
    await this.database.transaction(async (tx) => {
      const account = await this.accounts.findForUpdate(tx, userId);
      if (!account?.waitingSince) return;
      if (approved) {
        account.waitingSince = null;
        await this.accounts.save(tx, account);
        await this.rights.raise(tx, userId);
        return;
      }
      await this.deletions.requestNow(tx, userId, 'delete');
    });
    if (approved) await this.rights.announce(userId);
    else this.saga.wake();
  }

  /** A mail that notifications refuses is dropped: the decision counts without it. */
  async #mail(to: string, id: string, approved: boolean, reason: string | null): Promise<void> {
    try {
      await this.rpc.call(notificationsRpc.mail, {
        template: approved ? 'sign-up-approved' : 'sign-up-refused',
        id,
        to,
        name: '',
        ...(approved ? { link: `${this.config.PUBLIC_ORIGIN}/home` } : {}),
        ...(reason === null ? {} : { facts: [reason.slice(0, 200)] }),
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      this.#logger.warn(`A mail about a request to join was dropped: ${error.code}`);
    }
  }

  /** Takes one's own request back, which deletes the account. Throws `request-not-found` if it does not wait. */
  async takeBack(userId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const account = await this.accounts.findForUpdate(tx, userId);
      if (!account?.waitingSince) throw new ApiError('request-not-found');
      await this.deletions.requestNow(tx, userId, 'delete');
    });
    this.saga.wake();
  }
}

/** The same for every delivery of one decision. */
function mailId(userId: number, since: Date): string {
  const hex = createHash('sha256').update(`sign-up ${userId} ${since.toISOString()}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
