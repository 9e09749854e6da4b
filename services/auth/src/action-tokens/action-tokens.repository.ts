import { Injectable } from '@nestjs/common';
import { Database, NOW, fromNow, type Transaction } from '@inkling/platform';
import { sql, type ExpressionBuilder, type SqlBool, type Expression } from 'kysely';
import { emailKey } from '../accounts/email.js';
import type { Tables } from '../tables.js';
import type { Purpose } from './action-token.entity.js';

export interface NewToken {
  hash: Buffer;
  purpose: Purpose;
  lifetimeSeconds: number;
}

/** The recipient of a stored token, and when it expires. */
export interface Issued {
  email: string;
  /** Empty until the email is proved: the address may be a stranger's, who should not receive a free text from us. */
  name: string;
  expiresAt: Date;
}

type Condition = (account: ExpressionBuilder<Tables, 'accounts'>) => Expression<SqlBool>;

/** The stored tokens of mailed links. */
@Injectable()
export class ActionTokensRepository {
  constructor(private readonly database: Database<Tables>) {}

  /** Stores a token for the account with this email, if there is one and it is not disabled. */
  issueByEmail(email: string, token: NewToken): Promise<Issued | undefined> {
    return this.#issue(
      (account) => account.and([account('email_key', '=', emailKey(email)), account('disabled_at', 'is', null)]),
      token,
    );
  }

  /** Stores a token for an account whose email is not verified yet. */
  issueForUnverified(accountId: number, token: NewToken): Promise<Issued | undefined> {
    return this.#issue(
      (account) =>
        account.and([
          account('id', '=', accountId),
          account('email_verified', '=', false),
          account('disabled_at', 'is', null),
        ]),
      token,
    );
  }

  /** Stores a token for this account, whatever its state. */
  issueById(accountId: number, token: NewToken): Promise<Issued | undefined> {
    return this.#issue((account) => account('id', '=', accountId), token);
  }

  /** The token's account, and whether it has expired; undefined if it is unknown, used or replaced. */
  find(hash: Buffer, purpose: Purpose): Promise<{ accountId: number; expired: boolean } | undefined> {
    return this.database.kysely
      .selectFrom('action_tokens')
      .select(['account_id as accountId', sql<boolean>`expires_at <= now()`.as('expired')])
      .where('token_hash', '=', hash)
      .where('purpose', '=', purpose)
      .executeTakeFirst();
  }

  /** Consumes a token that has not expired; false if there is none. The account must be locked. */
  async take(tx: Transaction<Tables>, hash: Buffer, purpose: Purpose): Promise<boolean> {
    const { numDeletedRows } = await tx.kysely
      .deleteFrom('action_tokens')
      .where('token_hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', NOW)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  /**
   * Invalidates mailed links, of one purpose or all; the latter includes an address that waits for its confirmation.
   * The account must be locked.
   */
  async withdraw(tx: Transaction<Tables>, accountId: number, purpose?: Purpose): Promise<void> {
    await tx.kysely
      .deleteFrom('action_tokens')
      .where('account_id', '=', accountId)
      .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose!))
      .execute();
    if (purpose === undefined)
      await tx.kysely.deleteFrom('email_changes').where('account_id', '=', accountId).execute();
  }

  /** Replaces the earlier token of the account, which stays locked meanwhile. */
  #issue(condition: Condition, { hash, purpose, lifetimeSeconds }: NewToken): Promise<Issued | undefined> {
    return this.database.transaction(async (tx) => {
      const account = await tx.kysely
        .selectFrom('accounts')
        .select(['id', 'email', 'email_verified', 'name'])
        .where(condition)
        .forKeyShare()
        .executeTakeFirst();
      if (!account) return undefined;
      const token = {
        token_hash: hash,
        created_at: NOW,
        expires_at: fromNow(lifetimeSeconds * 1_000),
      };
      const { expires_at: expiresAt } = await tx.kysely
        .insertInto('action_tokens')
        .values({ account_id: account.id, purpose, ...token })
        .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(token))
        .returning('expires_at')
        .executeTakeFirstOrThrow();
      return { email: account.email, name: account.email_verified ? account.name : '', expiresAt };
    });
  }
}
