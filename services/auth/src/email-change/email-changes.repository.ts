import { Injectable } from '@nestjs/common';
import { ApiError, Database, NOW, fromNow, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { emailKey } from '../accounts/email.js';
import type { Tables } from '../tables.js';

/** A stored address with its link. */
interface Pending {
  accountId: number;
  email: string;
  hash: Buffer;
  lifetimeSeconds: number;
}

/** Whose address a link is about, and whether the link has expired. */
export interface Found {
  accountId: number;
  expired: boolean;
}

/** The stored changes of addresses: those that wait, and those that can be taken back. */
@Injectable()
export class EmailChangesRepository {
  constructor(private readonly database: Database<Tables>) {}

  /** Stores a new address that waits for its confirmation; it replaces an earlier one of the account. */
  async request(tx: Transaction<Tables>, { accountId, email, hash, lifetimeSeconds }: Pending): Promise<void> {
    const change = { email, token_hash: hash, expires_at: fromNow(lifetimeSeconds * 1_000) };
    await tx.kysely
      .insertInto('email_changes')
      .values({ account_id: accountId, ...change })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
      .execute();
  }

  findRequest(hash: Buffer): Promise<Found | undefined> {
    return this.database.kysely
      .selectFrom('email_changes')
      .select(['account_id as accountId', sql<boolean>`expires_at <= now()`.as('expired')])
      .where('token_hash', '=', hash)
      .executeTakeFirst();
  }

  /** Consumes a request that has not expired and returns its address. The account must be locked. */
  async takeRequest(tx: Transaction<Tables>, hash: Buffer): Promise<string | undefined> {
    const request = await tx.kysely
      .deleteFrom('email_changes')
      .where('token_hash', '=', hash)
      .where('expires_at', '>', NOW)
      .returning('email')
      .executeTakeFirst();
    return request?.email;
  }

  /** Keeps the way back to an address. The account must be locked. */
  async keepFormer(tx: Transaction<Tables>, { accountId, email, hash, lifetimeSeconds }: Pending): Promise<void> {
    await tx.kysely
      .insertInto('former_emails')
      .values({
        account_id: accountId,
        email,
        email_key: emailKey(email),
        token_hash: hash,
        expires_at: fromNow(lifetimeSeconds * 1_000),
      })
      .execute();
  }

  findFormer(hash: Buffer): Promise<Found | undefined> {
    return this.database.kysely
      .selectFrom('former_emails')
      .select(['account_id as accountId', sql<boolean>`expires_at <= now()`.as('expired')])
      .where('token_hash', '=', hash)
      .executeTakeFirst();
  }

  /**
   * Consumes the way back to an address and returns that address. The ways back to addresses that the account had later
   * end with it: a thief may have moved the account on. The account must be locked.
   */
  async takeFormer(tx: Transaction<Tables>, hash: Buffer, accountId: number): Promise<string | undefined> {
    const former = await tx.kysely
      .selectFrom('former_emails')
      .select(['id', 'email'])
      .where('token_hash', '=', hash)
      .where('account_id', '=', accountId)
      .where('expires_at', '>', NOW)
      .executeTakeFirst();
    if (!former) return undefined;
    await tx.kysely
      .deleteFrom('former_emails')
      .where('account_id', '=', accountId)
      .where('id', '>=', former.id)
      .execute();
    return former.email;
  }

  /** Whether another account can still return to this address. `accountId` is the account that wants it, if any. */
  async isHeld(email: string, accountId?: number, kysely = this.database.kysely): Promise<boolean> {
    const former = await kysely
      .selectFrom('former_emails')
      .select('id')
      .where('email_key', '=', emailKey(email))
      .where('expires_at', '>', NOW)
      .$if(accountId !== undefined, (rows) => rows.where('account_id', '<>', accountId!))
      .executeTakeFirst();
    return former !== undefined;
  }

  /**
   * Throws `auth/email-already-in-use` if another account can still return to this account's address. Call it after
   * writing the account: until the way back is stored, the account that gives the address up holds its unique key.
   */
  async assertFree(tx: Transaction<Tables>, account: { id: number; email: string }): Promise<void> {
    if (await this.isHeld(account.email, account.id, tx.kysely)) throw new ApiError('auth/email-already-in-use');
  }
}
