import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import { emailKey } from '../accounts/email.js';

/** What a mailed link does. */
export type Purpose = 'password-reset' | 'verify-email';

export interface NewToken {
  hash: Buffer;
  purpose: Purpose;
  lifetimeSeconds: number;
}

/** The recipient of a stored token, and when it expires. */
export interface Issued {
  email: string;
  /** Empty until the email is proved. */
  name: string;
  /** Milliseconds since 1970. */
  expiresMs: number;
}

/** For this long, an expired token is answered as expired and not as unknown. */
const REMEMBERED = `interval '30 days'`;
const SWEEP_BATCH = 1_000;

/**
 * One statement locks the account, replaces its earlier token and returns the recipient. The name is empty until the
 * email is proved: the address may be a stranger's, and a name is free text that they should not receive from us.
 */
const issueFor = (condition: string) => `
  with account as (
    select id, email, case when email_verified then name else '' end as name
    from accounts where ${condition} for key share
  ),
  token as (
    insert into action_tokens (account_id, purpose, token_hash, expires_at)
    select id, $2::text, $3::bytea, now() + $4::float8 * interval '1 second' from account
    on conflict (account_id, purpose) do update
      set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
    returning account_id, expires_at
  )
  select account.email, account.name, (extract(epoch from token.expires_at) * 1000)::float8 as "expiresMs"
  from account join token on token.account_id = account.id`;

/** All SQL about the tokens of mailed links. */
@Injectable()
export class ActionTokensRepository {
  constructor(private readonly database: Database) {}

  /** Stores a token for the account with this email, if there is one and it is not disabled. */
  issueByEmail(email: string, token: NewToken): Promise<Issued | undefined> {
    return this.#issue('auth-issue-by-email', 'email_key = $1 and disabled_at is null', emailKey(email), token);
  }

  /** Stores a token for an account whose email is not verified yet. */
  issueForUnverified(accountId: number, token: NewToken): Promise<Issued | undefined> {
    return this.#issue(
      'auth-issue-unverified',
      'id = $1 and not email_verified and disabled_at is null',
      accountId,
      token,
    );
  }

  /** Stores a token for this account, whatever its state. */
  issueById(accountId: number, token: NewToken): Promise<Issued | undefined> {
    return this.#issue('auth-issue-by-id', 'id = $1', accountId, token);
  }

  /** The token's account, and whether it has expired; undefined if it is unknown, used or replaced. */
  async find(hash: Buffer, purpose: Purpose): Promise<{ accountId: number; expired: boolean } | undefined> {
    const [row] = await this.database.query<{ accountId: number | string; expired: boolean }>({
      name: 'auth-find-action-token',
      text: `select account_id as "accountId", expires_at <= now() as expired
             from action_tokens where token_hash = $1 and purpose = $2`,
      values: [hash, purpose],
    });
    return row && { accountId: Number(row.accountId), expired: row.expired };
  }

  /** Consumes a token that has not expired; false if there is none. The account must be locked. */
  async take(tx: Transaction, hash: Buffer, purpose: Purpose): Promise<boolean> {
    const rows = await tx.query({
      text: `delete from action_tokens where token_hash = $1 and purpose = $2 and expires_at > now() returning 1`,
      values: [hash, purpose],
    });
    return rows.length > 0;
  }

  /** Invalidates mailed links, of one purpose or all. The account must be locked. */
  async withdraw(tx: Transaction, accountId: number, purpose?: Purpose): Promise<void> {
    await tx.query({
      text: `delete from action_tokens where account_id = $1 and purpose = coalesce($2::text, purpose)`,
      values: [accountId, purpose ?? null],
    });
  }

  /** Deletes tokens that expired long ago, one batch; answers how many. */
  async sweep(): Promise<number> {
    const rows = await this.database.query({
      name: 'auth-sweep-action-tokens',
      text: `delete from action_tokens where (account_id, purpose) in
               (select account_id, purpose from action_tokens
                where expires_at < now() - ${REMEMBERED} limit $1 for update skip locked)
             returning 1`,
      values: [SWEEP_BATCH],
    });
    return rows.length;
  }

  async #issue(
    name: string,
    condition: string,
    key: string | number,
    { hash, purpose, lifetimeSeconds }: NewToken,
  ): Promise<Issued | undefined> {
    const [row] = await this.database.query<Issued>({
      name,
      text: issueFor(condition),
      values: [key, purpose, hash, lifetimeSeconds],
    });
    return row;
  }
}
