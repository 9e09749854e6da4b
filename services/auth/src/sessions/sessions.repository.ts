import { Injectable } from '@nestjs/common';
import { Database, NOW, fromNow, type Transaction } from '@inkling/platform';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../tables.js';
import type { END_REASONS } from './session.entities.js';

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

/** Why sessions of an account ended together. */
export type EndReason = Exclude<(typeof END_REASONS)[number], 'reuse'>;

/** A session that can still be refreshed. */
export interface LiveSession {
  id: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
}

type Condition = (session: ExpressionBuilder<Tables, 'sessions'>) => Expression<SqlBool>;

/** The stored sessions and refresh tokens. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database<Tables>) {}

  async addSession(
    tx: Transaction<Tables>,
    session: { id: string; accountId: number; userAgent: string },
  ): Promise<void> {
    await tx.kysely
      .insertInto('sessions')
      .values({ id: session.id, account_id: session.accountId, user_agent: session.userAgent, proved_at: NOW })
      .execute();
  }

  lockToken(tx: Transaction<Tables>, hash: Buffer, graceMs: number): Promise<LockedToken | undefined> {
    return tx.kysely
      .selectFrom('refresh_tokens as t')
      .innerJoin('sessions as s', 's.id', 't.session_id')
      .innerJoin('accounts as a', 'a.id', 's.account_id')
      .select([
        's.id as sessionId',
        's.account_id as accountId',
        sql<boolean>`s.revoked_at is not null`.as('revoked'),
        sql<boolean>`a.disabled_at is not null`.as('disabled'),
        sql<boolean>`t.expires_at <= now()`.as('expired'),
        sql<boolean>`t.used_at is not null`.as('used'),
        sql<boolean>`coalesce(t.used_at < now() - ${graceMs}::float8 * interval '1 millisecond', false)`.as(
          'pastGrace',
        ),
      ])
      .where('t.token_hash', '=', hash)
      .forUpdate(['s', 't'])
      .executeTakeFirst();
  }

  async findToken(tx: Transaction<Tables>, hash: Buffer): Promise<StoredToken | undefined> {
    const token = await tx.kysely
      .selectFrom('refresh_tokens')
      .select(['used_at', 'expires_at'])
      .where('token_hash', '=', hash)
      .executeTakeFirst();
    return token && { used: token.used_at !== null, expiresAt: token.expires_at };
  }

  async markUsed(tx: Transaction<Tables>, hash: Buffer, sessionId: string): Promise<void> {
    await tx.kysely.updateTable('refresh_tokens').set({ used_at: NOW }).where('token_hash', '=', hash).execute();
    await tx.kysely.updateTable('sessions').set({ last_used_at: NOW }).where('id', '=', sessionId).execute();
  }

  /** Stores a token's hash and returns its expiry. */
  async addToken(
    tx: Transaction<Tables>,
    token: { hash: Buffer; sessionId: string; lifetimeSeconds: number },
  ): Promise<Date> {
    const { expires_at } = await tx.kysely
      .insertInto('refresh_tokens')
      .values({
        token_hash: token.hash,
        session_id: token.sessionId,
        expires_at: fromNow(token.lifetimeSeconds * 1_000),
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    return expires_at;
  }

  /** Ends the family of a token that was reused after its grace period. */
  async revokeReused(tx: Transaction<Tables>, sessionId: string): Promise<void> {
    await tx.kysely
      .updateTable('sessions')
      .set({ revoked_at: NOW, reason: 'reuse' })
      .where('id', '=', sessionId)
      .execute();
  }

  /** Ends a session at its owner's request; undefined if there is none. */
  logOut(
    tx: Transaction<Tables>,
    key: { sessionId: string } | { tokenHash: Buffer },
  ): Promise<EndedSession | undefined> {
    return this.#endOne(tx, (session) =>
      'sessionId' in key
        ? session('id', '=', key.sessionId)
        : session(
            'id',
            '=',
            session.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', key.tokenHash),
          ),
    );
  }

  /** Ends one session of this account; undefined if there is no such session. */
  end(tx: Transaction<Tables>, sessionId: string, accountId: number): Promise<EndedSession | undefined> {
    return this.#endOne(tx, (session) =>
      session.and([session('id', '=', sessionId), session('account_id', '=', accountId)]),
    );
  }

  async #endOne(tx: Transaction<Tables>, condition: Condition): Promise<EndedSession | undefined> {
    const session = await tx.kysely
      .selectFrom('sessions')
      .select(['id', 'account_id', 'revoked_at'])
      .where(condition)
      .forUpdate()
      .executeTakeFirst();
    if (!session) return undefined;
    const wasAlive = session.revoked_at === null;
    if (wasAlive)
      await tx.kysely
        .updateTable('sessions')
        .set({ revoked_at: NOW, reason: 'logout' })
        .where('id', '=', session.id)
        .execute();
    return { sessionId: session.id, userId: session.account_id, wasAlive };
  }

  /** The account's sessions that can still be refreshed, the most recently used first. */
  list(accountId: number, limit: number): Promise<LiveSession[]> {
    return this.#refreshable(accountId)
      .select(['s.id', 's.user_agent as userAgent', 's.created_at as createdAt', 's.last_used_at as lastUsedAt'])
      .orderBy('s.last_used_at', 'desc')
      .orderBy('s.id')
      .limit(limit)
      .execute();
  }

  /** How many sessions of the account can still be refreshed. */
  async count(accountId: number): Promise<number> {
    const { count } = await this.#refreshable(accountId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  #refreshable(accountId: number) {
    return this.database.kysely
      .selectFrom('sessions as s')
      .where('s.account_id', '=', accountId)
      .where('s.revoked_at', 'is', null)
      .where((query) =>
        query.exists(
          query
            .selectFrom('refresh_tokens as t')
            .select('t.session_id')
            .whereRef('t.session_id', '=', 's.id')
            .where('t.expires_at', '>', NOW),
        ),
      );
  }

  /** Ends the account's live sessions except `except` and returns their ids. The account must be locked. */
  async endAll(tx: Transaction<Tables>, accountId: number, reason: EndReason, except?: string): Promise<string[]> {
    const ended = await tx.kysely
      .updateTable('sessions')
      .set({ revoked_at: NOW, reason })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .$if(except !== undefined, (sessions) => sessions.where('id', '<>', except!))
      .returning('id')
      .execute();
    return ended.map(({ id }) => id);
  }

  /** Ends all live sessions of an account except the `keep` most recently used, and returns their ids. */
  async endOldest(tx: Transaction<Tables>, accountId: number, keep: number): Promise<string[]> {
    const ended = await tx.kysely
      .updateTable('sessions')
      .set({ revoked_at: NOW, reason: 'limit' })
      .where('id', 'in', (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .orderBy('last_used_at', 'desc')
          .orderBy('id')
          .offset(keep)
          // Concurrent log-ins never wait for each other: they end different sessions, or leave one for the next.
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute();
    return ended.map(({ id }) => id);
  }

  /** Whether the session belongs to this account and is alive. It cannot end before the transaction does. */
  async isAlive(tx: Transaction<Tables>, sessionId: string, accountId: number): Promise<boolean> {
    const session = await tx.kysely
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    return session !== undefined;
  }

  /**
   * Whether the session has proved its user within the last `seconds`, by the database's clock; undefined if it does
   * not belong to this account or has ended. It cannot end before the transaction does.
   */
  async isProved(
    tx: Transaction<Tables>,
    sessionId: string,
    accountId: number,
    seconds: number,
  ): Promise<boolean | undefined> {
    const session = await tx.kysely
      .selectFrom('sessions')
      .select(sql<boolean>`coalesce(proved_at > ${fromNow(-seconds * 1_000)}, false)`.as('proved'))
      .where('id', '=', sessionId)
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    return session?.proved;
  }

  /** Records a proof; false if the session does not belong to this account or has ended. */
  async setProved(tx: Transaction<Tables>, sessionId: string, accountId: number): Promise<boolean> {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('sessions')
      .set({ proved_at: NOW })
      .where('id', '=', sessionId)
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Ids of all sessions of an account, ended or not. */
  async idsOf(tx: Transaction<Tables>, accountId: number): Promise<string[]> {
    const sessions = await tx.kysely.selectFrom('sessions').select('id').where('account_id', '=', accountId).execute();
    return sessions.map(({ id }) => id);
  }

  /** Ids of the sessions revoked within the last `lifetimeSeconds`, newest first. */
  async revokedWithin(lifetimeSeconds: number, limit: number): Promise<string[]> {
    const sessions = await this.database.kysely
      .selectFrom('sessions')
      .select('id')
      .where('revoked_at', '>', fromNow(-lifetimeSeconds * 1_000))
      .orderBy('revoked_at', 'desc')
      .limit(limit)
      .execute();
    const ofDeleted = await this.database.kysely
      .selectFrom('account_deletions')
      .select(sql<string>`unnest(session_ids)`.as('id'))
      .where('started_at', 'is not', null)
      .where('finished_at', 'is', null)
      .limit(limit)
      .execute();
    return [...ofDeleted, ...sessions].slice(0, limit).map(({ id }) => id);
  }
}
