import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';

/** A refresh token with its session, both locked. The database's clock decides the booleans. */
export interface LockedToken {
  sessionId: string;
  accountId: number;
  revoked: boolean;
  /** The account is disabled. */
  disabled: boolean;
  expired: boolean;
  used: boolean;
  /** Used longer ago than the grace period. */
  pastGrace: boolean;
}

export interface StoredToken {
  used: boolean;
  expiresAt: Date;
}

/** A session that its owner has ended. */
export interface EndedSession {
  sessionId: string;
  userId: number;
  /** False if it had already ended. */
  wasAlive: boolean;
}

/** Why a session ended. */
export type EndReason = 'logout' | 'password' | 'disabled' | 'linked' | 'claimed' | 'limit';

/** A session that can still be refreshed. */
export interface LiveSession {
  id: string;
  userAgent: string;
  /** Milliseconds since 1970. */
  createdMs: number;
  lastUsedMs: number;
}

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const EXPIRES_MS = `${milliseconds('expires_at')} as "expiresMs"`;

/** Rows per sweep statement. Rows are locked with SKIP LOCKED, so that replicas never wait for one another. */
const SWEEP_BATCH = 1_000;

/** All SQL about sessions and refresh tokens. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  async lockToken(tx: Transaction, hash: Buffer, graceMs: number): Promise<LockedToken | undefined> {
    const [row] = await tx.query<Omit<LockedToken, 'accountId'> & { accountId: number | string }>({
      text: `select s.id as "sessionId", s.account_id as "accountId",
                    s.revoked_at is not null as revoked, a.disabled_at is not null as disabled,
                    t.expires_at <= now() as expired, t.used_at is not null as used,
                    coalesce(t.used_at < now() - $2::float8 * interval '1 millisecond', false) as "pastGrace"
             from refresh_tokens t join sessions s on s.id = t.session_id join accounts a on a.id = s.account_id
             where t.token_hash = $1
             for update of s, t`,
      values: [hash, graceMs],
    });
    return row && { ...row, accountId: Number(row.accountId) };
  }

  async findToken(tx: Transaction, hash: Buffer): Promise<StoredToken | undefined> {
    const [row] = await tx.query<{ used: boolean; expiresMs: number }>({
      text: `select used_at is not null as used, ${EXPIRES_MS} from refresh_tokens where token_hash = $1`,
      values: [hash],
    });
    return row && { used: row.used, expiresAt: new Date(row.expiresMs) };
  }

  async markUsed(tx: Transaction, hash: Buffer, sessionId: string): Promise<void> {
    await tx.query({ text: `update refresh_tokens set used_at = now() where token_hash = $1`, values: [hash] });
    await tx.query({ text: `update sessions set last_used_at = now() where id = $1`, values: [sessionId] });
  }

  /** Stores a token's hash and returns its expiry. */
  async addToken(tx: Transaction, token: { hash: Buffer; sessionId: string; lifetimeSeconds: number }): Promise<Date> {
    const [row] = await tx.query<{ expiresMs: number }>({
      text: `insert into refresh_tokens (token_hash, session_id, expires_at)
             values ($1, $2, now() + $3::float8 * interval '1 second') returning ${EXPIRES_MS}`,
      values: [token.hash, token.sessionId, token.lifetimeSeconds],
    });
    return new Date(row!.expiresMs);
  }

  /** Ends the family of a token that was reused after its grace period. */
  async revokeReused(tx: Transaction, sessionId: string): Promise<void> {
    await tx.query({
      text: `update sessions set revoked_at = now(), reason = 'reuse' where id = $1`,
      values: [sessionId],
    });
  }

  /** Ends a session at its owner's request; undefined if there is none. */
  async logOut(tx: Transaction, key: { sessionId: string } | { tokenHash: Buffer }): Promise<EndedSession | undefined> {
    const bySession = 'sessionId' in key;
    return this.#endOne(
      tx,
      `id = ${bySession ? '$1::uuid' : '(select session_id from refresh_tokens where token_hash = $1)'}`,
      bySession ? key.sessionId : key.tokenHash,
    );
  }

  /** Ends one session of this account; undefined if there is no such session. */
  async end(tx: Transaction, sessionId: string, accountId: number): Promise<EndedSession | undefined> {
    return this.#endOne(tx, 'id = $1::uuid and account_id = $2', sessionId, accountId);
  }

  async #endOne(tx: Transaction, condition: string, ...values: unknown[]): Promise<EndedSession | undefined> {
    const [row] = await tx.query<{ sessionId: string; accountId: number | string; alive: boolean }>({
      text: `with before as materialized (
               select id, revoked_at is null as alive from sessions where ${condition} for update
             )
             update sessions s set revoked_at = coalesce(s.revoked_at, now()), reason = coalesce(s.reason, 'logout')
             from before b where s.id = b.id
             returning s.id as "sessionId", s.account_id as "accountId", b.alive`,
      values,
    });
    return row && { sessionId: row.sessionId, userId: Number(row.accountId), wasAlive: row.alive };
  }

  /** The account's sessions that can still be refreshed, the most recently used first. */
  list(accountId: number, limit: number): Promise<LiveSession[]> {
    return this.database.query<LiveSession>({
      name: 'auth-list-sessions',
      text: `select s.id, s.user_agent as "userAgent",
                    ${milliseconds('s.created_at')} as "createdMs", ${milliseconds('s.last_used_at')} as "lastUsedMs"
             from sessions s
             where s.account_id = $1 and s.revoked_at is null
               and exists (select from refresh_tokens t where t.session_id = s.id and t.expires_at > now())
             order by s.last_used_at desc, s.id limit $2`,
      values: [accountId, limit],
    });
  }

  /** Ends the account's live sessions except `except` and returns their ids. The account must be locked. */
  async endAll(tx: Transaction, accountId: number, reason: EndReason, except?: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>({
      text: `update sessions set revoked_at = now(), reason = $2
             where account_id = $1 and revoked_at is null and id is distinct from $3::uuid returning id`,
      values: [accountId, reason, except ?? null],
    });
    return rows.map(({ id }) => id);
  }

  /** Ends all live sessions of an account except the `keep` most recently used, and returns their ids. */
  async endOldest(tx: Transaction, accountId: number, keep: number): Promise<string[]> {
    // Concurrent log-ins never wait for each other: they end different sessions, or leave one for the next log-in.
    const rows = await tx.query<{ id: string }>({
      text: `update sessions set revoked_at = now(), reason = 'limit'
             where id in (
               select id from sessions where account_id = $1 and revoked_at is null
               order by last_used_at desc, id offset $2 for update skip locked
             ) returning id`,
      values: [accountId, keep],
    });
    return rows.map(({ id }) => id);
  }

  /** Whether the session belongs to this account and is alive. It cannot end before the transaction does. */
  async isAlive(tx: Transaction, sessionId: string, accountId: number): Promise<boolean> {
    const rows = await tx.query({
      text: `select 1 from sessions where id = $1 and account_id = $2 and revoked_at is null for share`,
      values: [sessionId, accountId],
    });
    return rows.length > 0;
  }

  /** Ids of the sessions revoked within the last `lifetimeSeconds`, newest first. */
  async revokedWithin(lifetimeSeconds: number, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>({
      name: 'auth-revoked-sessions',
      text: `select id from sessions where revoked_at > now() - $1::float8 * interval '1 second'
             order by revoked_at desc limit $2`,
      values: [lifetimeSeconds, limit],
    });
    return rows.map((row) => row.id);
  }

  /** Deletes one batch of expired tokens and returns its size. */
  sweepTokens(): Promise<number> {
    return this.#sweep(
      'auth-sweep-tokens',
      `delete from refresh_tokens where token_hash in
         (select token_hash from refresh_tokens where expires_at < now() limit $1 for update skip locked)`,
    );
  }

  /** Deletes one batch of sessions that ended at least a day ago, with their tokens. */
  sweepEnded(): Promise<number> {
    return this.#sweep(
      'auth-sweep-ended',
      `delete from sessions where id in
         (select id from sessions where revoked_at < now() - interval '1 day' limit $1 for update skip locked)`,
    );
  }

  /** Deletes one batch of sessions whose last token has expired. */
  sweepAbandoned(lifetimeSeconds: number): Promise<number> {
    return this.#sweep(
      'auth-sweep-abandoned',
      `delete from sessions where id in
         (select id from sessions s where last_used_at < now() - $2::float8 * interval '1 second'
            and not exists (select from refresh_tokens t where t.session_id = s.id)
          limit $1 for update skip locked)`,
      lifetimeSeconds,
    );
  }

  /** Deletes one batch of rate limit rows whose window is over. */
  sweepLimits(): Promise<number> {
    return this.#sweep(
      'auth-sweep-limits',
      `delete from rate_limits where key in
         (select key from rate_limits where expire < extract(epoch from now()) * 1000 limit $1 for update skip locked)`,
    );
  }

  async #sweep(name: string, statement: string, ...values: unknown[]): Promise<number> {
    const rows = await this.database.query({
      name,
      text: `${statement} returning 1`,
      values: [SWEEP_BATCH, ...values],
    });
    return rows.length;
  }
}
