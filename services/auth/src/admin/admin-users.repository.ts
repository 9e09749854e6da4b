import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import type { AdminUser } from '@inkling/contracts';
import { sql, type Selectable } from 'kysely';
import { emailKey } from '../accounts/email.js';
import { usernameKey } from '../accounts/username-keys.js';
import type { Tables } from '../tables.js';

/** Numbers of 16 digits or more are never ids. */
const ID = /^\d{1,15}$/;

const COLUMNS = ['id', 'email', 'email_verified', 'name', 'username', 'created_at', 'disabled_at', 'role'] as const;

const toUser = (row: Pick<Selectable<Tables['accounts']>, (typeof COLUMNS)[number]>): AdminUser => ({
  id: row.id,
  email: row.email,
  emailVerified: row.email_verified,
  name: row.name,
  username: row.username,
  createdAt: row.created_at.toISOString(),
  disabledAt: row.disabled_at?.toISOString() ?? null,
  role: row.role,
});

/** The operator's view of accounts. */
@Injectable()
export class AdminUsersRepository {
  constructor(private readonly database: Database<Tables>) {}

  /**
   * Accounts above the id `after`, in the order of ids. An empty query finds all; otherwise the id equals the query, or
   * email, username or name begin with it.
   */
  async search(query: string, after: number, limit: number): Promise<AdminUser[]> {
    const rows = await this.database.kysely
      .selectFrom('accounts')
      .select(COLUMNS)
      .where('id', '>', after)
      .$if(query !== '', (accounts) =>
        accounts.where((is) =>
          is.or([
            is('id', '=', idOf(query)),
            sql<boolean>`starts_with(email_key, ${emailKey(query)})`,
            sql<boolean>`starts_with(username_key, ${usernameKey(withoutAt(query))})`,
            sql<boolean>`starts_with(lower(name), lower(${query}))`,
          ]),
        ),
      )
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(toUser);
  }

  /** The account with this id, email or username, in this order of preference. */
  async resolve(user: string): Promise<AdminUser | undefined> {
    const [id, email] = [idOf(user), emailKey(user)];
    const row = await this.database.kysely
      .selectFrom('accounts')
      .select(COLUMNS)
      .where((is) =>
        is.or([is('id', '=', id), is('email_key', '=', email), is('username_key', '=', usernameKey(withoutAt(user)))]),
      )
      .orderBy((is) => is('id', '=', id), 'desc')
      .orderBy((is) => is('email_key', '=', email), 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && toUser(row);
  }

  /** The account must be locked. */
  async setDisabled(tx: Transaction<Tables>, id: number, disabled: boolean): Promise<AdminUser> {
    const row = await tx.kysely
      .updateTable('accounts')
      .set({ disabled_at: disabled ? sql<Date>`coalesce(disabled_at, now())` : null })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return toUser(row);
  }
}

/** 0 if the text cannot be an id: no account has that id. */
const idOf = (text: string): number => (ID.test(text) ? Number(text) : 0);
const withoutAt = (text: string): string => text.replace(/^@/, '');
