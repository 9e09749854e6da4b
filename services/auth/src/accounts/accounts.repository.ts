import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/core';
import { ApiError, Database, type Transaction } from '@inkling/platform';
import { profileUpdated, type ErrorCode, type EventData } from '@inkling/contracts';
import { AccountEntity, emailKey } from './account.entity.js';
import { toProfileUpdated } from './account-view.js';

/** Unique constraints of `accounts` and what breaking one means to the caller. */
const CONFLICTS: Record<string, ErrorCode> = {
  accounts_email_key_unique: 'auth/email-already-in-use',
  accounts_username_key_unique: 'username-taken',
  accounts_username_skeleton_unique: 'username-taken',
  accounts_firebase_uid_unique: 'auth/email-already-in-use',
};

/**
 * Accounts. Whoever locks an account and other rows in one transaction locks the account first, so that no two wait for
 * each other.
 */
@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database) {}

  findByEmail(email: string): Promise<AccountEntity | null> {
    return this.em().findOne(AccountEntity, { emailKey: emailKey(email) });
  }

  /** Whether an account is linked to this user of Firebase or has this email. */
  async existsFor(firebaseUid: string, email: string): Promise<boolean> {
    return (await this.em().count(AccountEntity, { $or: [{ firebaseUid }, { emailKey: emailKey(email) }] })) > 0;
  }

  find(id: number): Promise<AccountEntity | null> {
    return this.em().findOne(AccountEntity, id);
  }

  /** The account, locked until the transaction ends. */
  findForUpdate(tx: Transaction, id: number): Promise<AccountEntity | null> {
    return tx.em.findOne(AccountEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  findByEmailForUpdate(tx: Transaction, email: string): Promise<AccountEntity | null> {
    return tx.em.findOne(AccountEntity, { emailKey: emailKey(email) }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  findByFirebaseUidForUpdate(tx: Transaction, firebaseUid: string): Promise<AccountEntity | null> {
    return tx.em.findOne(AccountEntity, { firebaseUid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  /** The account as it is now; it stays so until the transaction ends. */
  findForShare(tx: Transaction, id: number): Promise<AccountEntity | null> {
    return tx.em.findOne(AccountEntity, id, { lockMode: LockMode.PESSIMISTIC_READ });
  }

  /** Writes what changed. Throws `auth/email-already-in-use` or `username-taken` when another account was first. */
  async save(tx: Transaction, account: AccountEntity): Promise<void> {
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

  /** Writes what changed and tells the other services. */
  async saveAndAnnounce(tx: Transaction, account: AccountEntity): Promise<void> {
    await this.save(tx, account);
    await this.announce(tx, account);
  }

  /** Tells the other services of a profile. `replaced` is the picture that nobody needs any more. */
  async announce(tx: Transaction, account: AccountEntity, replaced?: string): Promise<void> {
    if (!account.probe) await tx.publish(profileUpdated, toProfileUpdated(account, replaced));
  }

  /** Public profiles with ids above `after`, in their order. */
  async profilesAfter(after: number, limit: number): Promise<EventData<typeof profileUpdated>[]> {
    const rows = await this.database.query<
      Omit<EventData<typeof profileUpdated>, 'userId'> & { userId: number | string }
    >({
      name: 'auth-export-profiles',
      text: `select id as "userId", name, username, profile_picture as "profilePicture", has_completed_profile as "hasCompletedProfile",
                    email_verified as "emailVerified", version
             from accounts where id > $1 and not probe order by id limit $2`,
      values: [after, limit],
    });
    return rows.map((row) => ({ ...row, userId: Number(row.userId) }));
  }

  /** Those of `paths` that are some account's picture. */
  async usedPictures(paths: string[]): Promise<string[]> {
    const rows = await this.database.query<{ path: string }>({
      name: 'auth-used-pictures',
      text: `select distinct profile_picture as path from accounts where profile_picture = any($1::text[])`,
      values: [paths],
    });
    return rows.map(({ path }) => path);
  }

  private em(): EntityManager {
    return this.database.orm.em.fork();
  }
}
