import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, NOW, type Transaction } from '@inkling/platform';
import type { Passkey } from '@inkling/contracts';
import { sql, type Selectable } from 'kysely';
import type { Tables } from '../tables.js';

const HANDLE_BYTES = 32;

/** A passkey with what checks its signatures, and the account that it opens. */
export interface StoredPasskey {
  id: number;
  accountId: number;
  credentialId: string;
  publicKey: Uint8Array;
  signCount: number;
  transports: string[];
  /** The account's name for authenticators, base64url. */
  handle: string;
}

/** A passkey to store; the names of columns are those of `passkeys`. */
export interface NewPasskeyRow {
  accountId: number;
  credentialId: string;
  publicKey: Uint8Array;
  signCount: number;
  transports: readonly string[];
  name: string;
}

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at'] as const;

const toPasskey = (row: Pick<Selectable<Tables['passkeys']>, (typeof COLUMNS)[number]>): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** The stored passkeys. */
@Injectable()
export class PasskeysRepository {
  constructor(private readonly database: Database<Tables>) {}

  /** The account's passkeys, the oldest first. */
  async list(accountId: number): Promise<Passkey[]> {
    const rows = await this.database.kysely
      .selectFrom('passkeys')
      .select(COLUMNS)
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
    return rows.map(toPasskey);
  }

  /** The account's passkeys as authenticators know them. */
  credentials(tx: Transaction<Tables>, accountId: number): Promise<{ id: string; transports: string[] }[]> {
    return tx.kysely
      .selectFrom('passkeys')
      .select(['credential_id as id', 'transports'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
  }

  /** The account's name for authenticators, which is made on first use. The account must be locked. */
  async handle(tx: Transaction<Tables>, accountId: number): Promise<string> {
    await tx.kysely
      .insertInto('passkey_handles')
      .values({ account_id: accountId, handle: randomBytes(HANDLE_BYTES).toString('base64url') })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute();
    const { handle } = await tx.kysely
      .selectFrom('passkey_handles')
      .select('handle')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return handle;
  }

  find(credentialId: string): Promise<StoredPasskey | undefined> {
    return this.database.kysely
      .selectFrom('passkeys as p')
      .innerJoin('passkey_handles as h', 'h.account_id', 'p.account_id')
      .select([
        'p.id',
        'p.account_id as accountId',
        'p.credential_id as credentialId',
        'p.public_key as publicKey',
        'p.sign_count as signCount',
        'p.transports',
        'h.handle',
      ])
      .where('p.credential_id', '=', credentialId)
      .executeTakeFirst();
  }

  async count(tx: Transaction<Tables>, accountId: number): Promise<number> {
    const { count } = await tx.kysely
      .selectFrom('passkeys')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Stores a passkey; undefined if this authenticator's passkey is known already. */
  async add(tx: Transaction<Tables>, passkey: NewPasskeyRow): Promise<Passkey | undefined> {
    const row = await tx.kysely
      .insertInto('passkeys')
      .values({
        account_id: passkey.accountId,
        credential_id: passkey.credentialId,
        public_key: Buffer.from(passkey.publicKey),
        sign_count: passkey.signCount,
        transports: sql<string[]>`${JSON.stringify(passkey.transports)}::jsonb`,
        name: passkey.name,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    return row && toPasskey(row);
  }

  /** Undefined if the account has no such passkey. */
  async rename(accountId: number, passkeyId: number, name: string): Promise<Passkey | undefined> {
    const row = await this.database.kysely
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', passkeyId)
      .where('account_id', '=', accountId)
      .returning(COLUMNS)
      .executeTakeFirst();
    return row && toPasskey(row);
  }

  /** False if the account has no such passkey. */
  async remove(tx: Transaction<Tables>, accountId: number, passkeyId: number): Promise<boolean> {
    const { numDeletedRows } = await tx.kysely
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  /** Removes every passkey of an account. The account must be locked. */
  async removeAll(tx: Transaction<Tables>, accountId: number): Promise<void> {
    await tx.kysely.deleteFrom('passkeys').where('account_id', '=', accountId).execute();
  }

  /**
   * Records a use; false if the passkey is gone, or if its count did not grow, which shows that somebody used a copy.
   * An authenticator that does not count always says 0.
   */
  async use(tx: Transaction<Tables>, passkeyId: number, signCount: number): Promise<boolean> {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('passkeys')
      .set({ sign_count: signCount, last_used_at: NOW })
      .where('id', '=', passkeyId)
      .where('sign_count', signCount === 0 ? '=' : '<', signCount)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }
}
