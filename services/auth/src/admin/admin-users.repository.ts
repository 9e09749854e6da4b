import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import type { AdminUser } from '@inkling/contracts';
import { emailKey } from '../accounts/email.js';
import { usernameKey } from '../accounts/username-keys.js';

interface Row extends Omit<AdminUser, 'id' | 'createdAt' | 'disabledAt'> {
  id: number | string;
  createdMs: number;
  disabledMs: number | null;
}

const COLUMNS = `id, email, email_verified as "emailVerified", name, username,
  (extract(epoch from created_at) * 1000)::float8 as "createdMs",
  (extract(epoch from disabled_at) * 1000)::float8 as "disabledMs"`;
/** Numbers of 16 digits or more are never ids. */
const ID = /^\d{1,15}$/;

const toUser = ({ id, createdMs, disabledMs, ...rest }: Row): AdminUser => ({
  ...rest,
  id: Number(id),
  createdAt: new Date(createdMs).toISOString(),
  disabledAt: disabledMs === null ? null : new Date(disabledMs).toISOString(),
});

/** The operator's view of accounts. */
@Injectable()
export class AdminUsersRepository {
  constructor(private readonly database: Database) {}

  /**
   * Accounts above the id `after`, in the order of ids. An empty query finds all; otherwise the id equals the query, or
   * email, username or name begin with it.
   */
  async search(query: string, after: number, limit: number): Promise<AdminUser[]> {
    const filter =
      query === ''
        ? ''
        : `and (id = $3 or starts_with(email_key, $4) or starts_with(username_key, $5)
                or starts_with(lower(name), lower($6)))`;
    const values = query === '' ? [] : [idOf(query), emailKey(query), usernameKey(withoutAt(query)), query];
    const rows = await this.database.query<Row>({
      text: `select ${COLUMNS} from accounts where id > $1 ${filter} order by id limit $2`,
      values: [after, limit, ...values],
    });
    return rows.map(toUser);
  }

  /** The account with this id, email or username, in this order of preference. */
  async resolve(user: string): Promise<AdminUser | undefined> {
    const [row] = await this.database.query<Row>({
      text: `select ${COLUMNS} from accounts where id = $1 or email_key = $2 or username_key = $3
             order by id = $1 desc, email_key = $2 desc limit 1`,
      // A condition that is null would sort first.
      values: [idOf(user) ?? 0, emailKey(user), usernameKey(withoutAt(user))],
    });
    return row && toUser(row);
  }

  /** The account must be locked. */
  async setDisabled(tx: Transaction, id: number, disabled: boolean): Promise<AdminUser> {
    const [row] = await tx.query<Row>({
      text: `update accounts set disabled_at = case when $2::boolean then coalesce(disabled_at, now()) end
             where id = $1 returning ${COLUMNS}`,
      values: [id, disabled],
    });
    return toUser(row!);
  }
}

const idOf = (text: string): number | null => (ID.test(text) ? Number(text) : null);
const withoutAt = (text: string): string => text.replace(/^@/, '');
