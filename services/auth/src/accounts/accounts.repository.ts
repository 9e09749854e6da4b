import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/core';
import { ApiError, Database, type Transaction } from '@inkling/platform';
import type { ErrorCode } from '@inkling/contracts';
import { AccountEntity, emailKey } from './account.entity.js';

/** Unique constraints of `accounts` and what breaking one means to the caller. */
const CONFLICTS: Record<string, ErrorCode> = {
  accounts_email_key_unique: 'auth/email-already-in-use',
  accounts_username_key_unique: 'username-taken',
};

@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database) {}

  findByEmail(email: string): Promise<AccountEntity | null> {
    return this.em().findOne(AccountEntity, { emailKey: emailKey(email) });
  }

  find(id: number): Promise<AccountEntity | null> {
    return this.em().findOne(AccountEntity, id);
  }

  /** The account, locked until the transaction ends. */
  findForUpdate(tx: Transaction, id: number): Promise<AccountEntity | null> {
    return tx.em.findOne(AccountEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  /** Writes what changed. Throws `auth/email-already-in-use` or `username-taken` when another account was first. */
  async save(tx: Transaction, account: AccountEntity): Promise<void> {
    try {
      await tx.em.persist(account).flush();
    } catch (error) {
      const constraint = error instanceof UniqueConstraintViolationException ? (error as { constraint?: string }).constraint : undefined;
      const code = constraint ? CONFLICTS[constraint] : undefined;
      if (!code) throw error;
      throw new ApiError(code, { cause: error });
    }
  }

  private em(): EntityManager {
    return this.database.orm.em.fork();
  }
}
