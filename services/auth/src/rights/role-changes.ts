import { Injectable } from '@nestjs/common';
import { roleChanged, type EventData, type Role } from '@inkling/contracts';
import { ApiError, Database, OnEvent, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { AccountRights } from './account-rights.js';

interface RoleChange {
  readonly userId: number;
  readonly role: Role;
  /** The administrator who changes it; null for the operator. */
  readonly byId: number | null;
}

/** Gives and takes roles (docs/product.md#roles). */
@Injectable()
export class RoleChanges {
  constructor(
    private readonly database: Database<Tables>,
    private readonly rights: AccountRights,
  ) {}

  /**
   * Gives the user this role, and takes the one before. The tokens in use stop working, yet nobody is signed out.
   * Repeating it changes nothing. `check` runs in the transaction that changes the role.
   * @returns the role before
   * @throws ApiError `user-not-found`; `last-administrator` if an administrator would leave none behind
   */
  async change(change: RoleChange, check?: (tx: Transaction<Tables>) => Promise<void>): Promise<Role> {
    const before = await this.database.transaction(async (tx) => {
      await check?.(tx);
      return this.#change(tx, change);
    });
    await this.rights.announce(change.userId);
    return before;
  }

  /** A process that was killed after a change has not announced it. */
  @OnEvent(roleChanged)
  onChanged({ userId }: EventData<typeof roleChanged>): Promise<void> {
    return this.rights.announce(userId);
  }

  async #change(tx: Transaction<Tables>, { userId, role, byId }: RoleChange): Promise<Role> {
    // Locked in the order of ids, so that two administrators who demote each other do not deadlock.
    const locked = await tx.kysely
      .selectFrom('accounts')
      .select(['id', 'role', 'disabled_at as disabledAt'])
      .where((is) => is.or([is('id', '=', userId), is('role', '=', 'administrator')]))
      .orderBy('id')
      .forUpdate()
      .execute();
    const user = locked.find(({ id }) => id === userId);
    if (!user) throw new ApiError('user-not-found');
    if (user.role === role) return role;
    const others = locked.some((each) => each.id !== userId && each.role === 'administrator' && !each.disabledAt);
    // The operator can make another one at any time.
    if (byId !== null && user.role === 'administrator' && !others) throw new ApiError('last-administrator');
    await tx.kysely.updateTable('accounts').set({ role }).where('id', '=', userId).execute();
    await this.rights.raise(tx, userId);
    await tx.publish(roleChanged, { userId, role, before: user.role, byId });
    return user.role;
  }
}
