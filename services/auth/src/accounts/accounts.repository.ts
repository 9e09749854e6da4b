import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/core';
import type { NotNull } from 'kysely';
import { ApiError, Database, type Transaction } from '@inkling/platform';
import { profileUpdated, type ErrorCode, type EventData } from '@inkling/contracts';
import { AccountEntity } from './account.entity.js';
import { toProfileUpdated } from './account-view.js';
import type { Tables } from '../tables.js';
import { emailKey } from './email.js';

/** The error code for each unique constraint of `accounts`. */
const CONFLICTS: Record<string, ErrorCode> = {
  accounts_email_key_unique: 'auth/email-already-in-use',
  accounts_username_key_unique: 'username-taken',
  accounts_username_skeleton_unique: 'username-taken',
  accounts_firebase_uid_unique: 'auth/email-already-in-use',
};

/**
 * Accounts. A transaction that locks an account and other rows locks the account first, so that no two transactions
 * deadlock.
 */
@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database<Tables>) {}

  findByEmail(email: string): Promise<AccountEntity | null> {
    return this.#em().findOne(AccountEntity, { emailKey: emailKey(email) });
  }

  /** Whether an account is linked to this user of Firebase or has this email. */
  async existsFor(firebaseUid: string, email: string): Promise<boolean> {
    return (await this.#em().count(AccountEntity, { $or: [{ firebaseUid }, { emailKey: emailKey(email) }] })) > 0;
  }

  /** Whether nobody has an account yet, except probes. */
  async nobodyYet(): Promise<boolean> {
    return (await this.#em().findOne(AccountEntity, { probe: false }, { fields: ['id'] })) === null;
  }

  find(id: number): Promise<AccountEntity | null> {
    return this.#em().findOne(AccountEntity, id);
  }

  /** The account, locked until the transaction ends. */
  findForUpdate(tx: Transaction<Tables>, id: number): Promise<AccountEntity | null> {
    return tx.em.findOne(AccountEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  findByEmailForUpdate(tx: Transaction<Tables>, email: string): Promise<AccountEntity | null> {
    return tx.em.findOne(AccountEntity, { emailKey: emailKey(email) }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  findByFirebaseUidForUpdate(tx: Transaction<Tables>, firebaseUid: string): Promise<AccountEntity | null> {
    return tx.em.findOne(AccountEntity, { firebaseUid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  /** The account, which cannot change until the transaction ends. */
  findForShare(tx: Transaction<Tables>, id: number): Promise<AccountEntity | null> {
    return tx.em.findOne(AccountEntity, id, { lockMode: LockMode.PESSIMISTIC_READ });
  }

  /** Writes the changes. Throws `auth/email-already-in-use` or `username-taken` if another account was first. */
  async save(tx: Transaction<Tables>, account: AccountEntity): Promise<void> {
    try {
      await tx.em.persist(account).flush();
    } catch (error) {
      const constraint =
        error instanceof UniqueConstraintViolationException ? (error as { constraint?: string }).constraint : undefined;
      const code = constraint ? CONFLICTS[constraint] : undefined;
      if (!code) throw error;
      throw new ApiError(code, { cause: error });
    }
  }

  /** Writes the changes and publishes the profile. */
  async saveAndPublish(tx: Transaction<Tables>, account: AccountEntity): Promise<void> {
    await this.save(tx, account);
    await this.publishProfile(tx, account);
  }

  /** Publishes the profile to other services. `replaced` is a picture that is no longer needed. */
  async publishProfile(tx: Transaction<Tables>, account: AccountEntity, replaced?: string): Promise<void> {
    if (!account.probe) await tx.publish(profileUpdated, toProfileUpdated(account, replaced));
  }

  /** Public profiles with ids above `after`, in the order of ids. */
  async profilesAfter(after: number, limit: number): Promise<EventData<typeof profileUpdated>[]> {
    const rows = await this.database.kysely
      .selectFrom('accounts')
      .select([
        'id as userId',
        'name',
        'username',
        'profile_picture as profilePicture',
        'has_completed_profile as hasCompletedProfile',
        'email_verified as emailVerified',
        'created_at as createdAt',
        'version',
      ])
      .where('id', '>', after)
      .where('probe', '=', false)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ createdAt, ...profile }) => ({ ...profile, createdAt: createdAt.toISOString() }));
  }

  /** Accounts that can be used; a probe is none. */
  async count(): Promise<number> {
    const { accounts } = await this.database.kysely
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('accounts'))
      .where('disabled_at', 'is', null)
      .where('probe', '=', false)
      .executeTakeFirstOrThrow();
    return accounts;
  }

  /** The subset of `paths` that accounts use as pictures. */
  async usedPictures(paths: readonly string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const rows = await this.database.kysely
      .selectFrom('accounts')
      .select('profile_picture as path')
      .distinct()
      .where('profile_picture', 'in', paths)
      .$narrowType<{ path: NotNull }>()
      .execute();
    return rows.map(({ path }) => path);
  }

  #em(): EntityManager {
    return this.database.orm.em.fork();
  }
}
