import { Injectable } from '@nestjs/common';
import { roleChanged, type EventData, type Role } from '@inkling/contracts';
import { ApiError, Database, OnEvent, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';
import { FreshProof, type ActingSession } from '../sensitive/fresh-proof.js';
import { AccountRights } from '../rights/account-rights.js';
import { IS_SUSPENDED } from '../rights/moderated-person.entity.js';

interface RoleChange {
  readonly userId: number;
  readonly role: Role;
  /** The session of the administrator who changes it; null for the operator. */
  readonly by: ActingSession | null;
}

/** Gives and takes roles (docs/product.md#roles). */
@Injectable()
export class RoleChanges {
  constructor(
    private readonly database: Database<Tables>,
    private readonly rights: AccountRights,
    private readonly proof: FreshProof,
  ) {}

  /**
   * Gives the user this role, and takes the one before. The tokens in use stop working, yet nobody is signed out.
   * Repeating it changes nothing.
   * @returns the role before
   * @throws ApiError `user-not-found`; for an administrator `role-needed` if they are none any more, `proof-needed`,
   *   and `last-administrator` if none would be left
   */
  async change(change: RoleChange): Promise<Role> {
    const before = await this.database.transaction((tx) => this.#change(tx, change));
    await this.rights.announce(change.userId);
    return before;
  }

  /** Announces again, because the process may have been killed right after the change. */
  @OnEvent(roleChanged)
  onChanged({ userId }: EventData<typeof roleChanged>): Promise<void> {
    return this.rights.announce(userId);
  }

  async #change(tx: Transaction<Tables>, { userId, role, by }: RoleChange): Promise<Role> {
    // Locked in the order of ids, so that two administrators who demote each other do not deadlock.
    const locked = await tx.kysely
      .selectFrom('accounts')
      .select(['id', 'role'])
      .select((is) =>
        is
          .and([
            sql<boolean>`disabled_at is null`,
            is.not(
              is.exists(
                is
                  .selectFrom('moderated_people as m')
                  .select('m.account_id')
                  .whereRef('m.account_id', '=', 'accounts.id')
                  .where(IS_SUSPENDED),
              ),
            ),
          ])
          .$castTo<boolean>()
          .as('works'),
      )
      .where((is) => is.or([is('id', '=', userId), is('role', '=', 'administrator')]))
      .orderBy('id')
      .forUpdate()
      .execute();
    if (by) {
      if (!locked.some(({ id, role: own }) => id === by.userId && own === 'administrator'))
        throw new ApiError('role-needed');
      await this.proof.assert(tx, by);
    }
    const user = locked.find(({ id }) => id === userId);
    if (!user) throw new ApiError('user-not-found');
    if (user.role === role) return role;
    const others = locked.some((each) => each.id !== userId && each.role === 'administrator' && each.works);
    // The operator can make another one at any time.
    if (by && user.role === 'administrator' && !others) throw new ApiError('last-administrator');
    await tx.kysely.updateTable('accounts').set({ role }).where('id', '=', userId).execute();
    await this.rights.raise(tx, userId);
    await tx.publish(roleChanged, { userId, role, before: user.role, byId: by?.userId ?? null });
    return user.role;
  }
}
