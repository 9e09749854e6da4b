import { Injectable } from '@nestjs/common';
import { personModerated, type EventData } from '@inkling/contracts';
import { Database, OnEvent, type Transaction } from '@inkling/platform';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { Tables } from '../tables.js';
import { AccountRights } from './account-rights.js';

type Decision = EventData<typeof personModerated>;
type Suspension = Decision['suspended'];

/**
 * What moderators have decided about people, as the community service announces it. Each decision is committed before
 * gateways are notified, so that new tokens carry it. A repeated event notifies them again, because the process may
 * have been killed in between.
 */
@Injectable()
export class Suspensions {
  constructor(
    private readonly database: Database<Tables>,
    private readonly accounts: AccountsRepository,
    private readonly rights: AccountRights,
  ) {}

  @OnEvent(personModerated)
  async onModerated(decision: Decision): Promise<void> {
    await this.database.transaction((tx) => this.#take(tx, decision));
    await this.rights.announce(decision.userId);
  }

  async #take(tx: Transaction<Tables>, decision: Decision): Promise<void> {
    const { userId, suspended, silenced, version, pictureRemoved } = decision;
    const account = await this.accounts.findForUpdate(tx, userId);
    // Ids are never given again, so this account was deleted.
    if (!account) return;
    // Every picture has another path, so a late event cannot remove a newer picture.
    if (pictureRemoved !== undefined && account.profilePicture === pictureRemoved) {
      account.removePicture();
      await this.accounts.save(tx, account);
      await this.accounts.publishProfile(tx, account, pictureRemoved);
    }
    const before = await tx.kysely
      .selectFrom('moderated_people')
      .select(['version', 'act_id', 'suspended_until'])
      .where('account_id', '=', userId)
      .executeTakeFirst();
    if (before && before.version >= version) return;
    const state = {
      version,
      silenced,
      act_id: suspended?.actId ?? null,
      suspended_until: suspended?.until ? new Date(suspended.until) : null,
      rule: suspended?.rule ?? null,
      reason: suspended?.reason ?? null,
    };
    await tx.kysely
      .insertInto('moderated_people')
      .values({ account_id: userId, ...state })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(state))
      .execute();
    const was = before?.act_id ? { actId: before.act_id, until: before.suspended_until?.getTime() } : null;
    if (!isSame(was, suspended)) await this.rights.raise(tx, userId);
  }
}

const isSame = (was: { actId: number; until: number | undefined } | null, is: Suspension): boolean =>
  was === null || is === null
    ? was === is
    : was.actId === is.actId && was.until === (is.until === null ? undefined : Date.parse(is.until));
