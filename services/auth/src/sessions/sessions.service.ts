import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, CONFIG, Database, LiveBus, type Transaction } from '@inkling/platform';
import {
  SESSION_REVOKED_SUBJECT,
  sessionsEnded,
  type Account,
  type SessionInfo,
  type SessionRevoked,
  type SessionTokens,
} from '@inkling/contracts';
import { AccountEntity } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuthConfig } from '../config.js';
import { signAccessToken, type AccessToken } from './access-token.js';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.js';
import { AccountRights } from '../rights/account-rights.js';
import { successorKey, successorOf } from './refresh-token.js';
import { SessionsRepository, type EndReason, type EndedSession } from './sessions.repository.js';
import type { Tables } from '../tables.js';

/** Rotations within one grace period; no browser makes a longer chain. */
const CHAIN_MAX = 32;
/** As many ids as fit into one message. The oldest are left out: their access tokens expire first. */
const REVOKED_MAX = 20_000;

const SESSIONS_PER_EVENT = 1_000;

/** The length of a user's list of sessions; it shows the most recently used. */
const LIST_MAX = 100;

/** The result of presenting a refresh token. */
type Rotation =
  | { outcome: 'refused' }
  | ({ outcome: 'reused' } & SessionRevoked)
  | { outcome: 'rotated'; account: AccountEntity; refresh: IssuedRefreshToken };
type IssuedRefreshToken = Pick<SessionTokens, 'sessionId' | 'refreshToken' | 'refreshExpiresAt'>;

/** A new session, and the sessions that ended to make room for it. */
interface Opened {
  session: SessionTokens;
  ended: SessionRevoked[];
}

/** Sessions: refresh tokens that rotate in families, and the short access tokens made from them (ADR 6). */
@Injectable()
export class SessionsService {
  readonly #successorKey: Buffer;

  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database<Tables>,
    private readonly repository: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly rights: AccountRights,
    private readonly bus: LiveBus,
  ) {
    this.#successorKey = successorKey(config.SESSION_SECRET);
  }

  /**
   * Opens a session for `account`, which `tx` has created or locked. `ended` lists the sessions that ended to make
   * room; the caller passes them to `publishRevoked` after the commit.
   */
  async open(tx: Transaction<Tables>, account: AccountEntity, userAgent: string): Promise<Opened> {
    const sessionId = randomUUID();
    await this.repository.addSession(tx, { id: sessionId, accountId: account.id, userAgent });
    const refresh = await this.#addToken(tx, sessionId, newOpaqueToken());
    const ended = await this.repository.endOldest(tx, account.id, this.config.AUTH_SESSIONS_PER_ACCOUNT);
    await this.#publishEnded(tx, account.id, ended);
    return {
      session: { ...refresh, ...(await this.accessToken(account, sessionId, tx)) },
      ended: ended.map((id) => ({ userId: account.id, sessionId: id })),
    };
  }

  /** A suspended account's token ends with the suspension, so that the next one says so. */
  async accessToken(
    account: AccountEntity,
    sessionId: string,
    tx?: Pick<Transaction<Tables>, 'kysely'>,
  ): Promise<AccessToken> {
    const { claims: rights, endsIn } = await this.rights.claims(account, tx);
    const iat = Math.floor(Date.now() / 1000);
    const exp = iat + Math.min(this.config.AUTH_ACCESS_TOKEN_SECONDS, endsIn);
    const newUntil = Math.floor(account.createdAt.getTime() / 1000) + this.config.NEW_ACCOUNT_SECONDS;
    const { id: sub, hasCompletedProfile: profile, emailVerified: verified } = account;
    const claims = {
      sub,
      sid: sessionId,
      profile,
      verified,
      ...(account.probe ? { probe: true as const } : {}),
      ...(newUntil > iat ? { newUntil } : {}),
      ...rights,
      iat,
      exp,
    };
    return {
      accessToken: signAccessToken(claims, this.config.SESSION_SECRET),
      accessExpiresAt: new Date(exp * 1000).toISOString(),
    };
  }

  /**
   * Exchanges a refresh token for its successor. Within the grace period a used token returns the newest of its
   * successors, so that all tabs have the same one; later it revokes the whole family. Throws `unauthorized`,
   * `auth/user-disabled`, or `forbidden` if `userId` is not the owner, in which case nothing rotates.
   */
  async refresh(
    refreshToken: string,
    userId: number | undefined,
  ): Promise<{ account: Account; session: SessionTokens }> {
    const rotation = await this.database.transaction((tx) => this.#rotate(tx, refreshToken, userId));
    if (rotation.outcome === 'rotated') {
      const { account, refresh } = rotation;
      const access = await this.accessToken(account, refresh.sessionId);
      return { account: await this.rights.view(account), session: { ...refresh, ...access } };
    }
    if (rotation.outcome === 'reused') this.publishRevoked([rotation]);
    throw new ApiError('unauthorized');
  }

  /** Failures are returned, not thrown: a revocation must be committed. */
  async #rotate(tx: Transaction<Tables>, presented: string, userId: number | undefined): Promise<Rotation> {
    const hash = hashOpaqueToken(presented);
    const token = await this.repository.lockToken(tx, hash, this.config.AUTH_REFRESH_GRACE_MS);
    if (!token || token.expired) return { outcome: 'refused' };
    if (token.disabled) throw new ApiError('auth/user-disabled');
    if (token.revoked) return { outcome: 'refused' };
    if (userId !== undefined && userId !== token.accountId) throw new ApiError('forbidden');
    if (token.pastGrace) {
      await this.repository.revokeReused(tx, token.sessionId);
      await this.#publishEnded(tx, token.accountId, [token.sessionId]);
      return { outcome: 'reused', sessionId: token.sessionId, userId: token.accountId };
    }
    const refresh = token.used
      ? await this.#newestSuccessor(tx, presented, token.sessionId)
      : await this.#succeed(tx, presented, hash, token.sessionId);
    if (!refresh) return { outcome: 'refused' };
    return { outcome: 'rotated', account: await tx.em.findOneOrFail(AccountEntity, token.accountId), refresh };
  }

  async #succeed(tx: Transaction<Tables>, token: string, hash: Buffer, sessionId: string): Promise<IssuedRefreshToken> {
    await this.repository.markUsed(tx, hash, sessionId);
    return this.#addToken(tx, sessionId, successorOf(token, this.#successorKey));
  }

  /** Another tab may have rotated the successor too. Returning a used token would log this tab out later. */
  async #newestSuccessor(
    tx: Transaction<Tables>,
    token: string,
    sessionId: string,
  ): Promise<IssuedRefreshToken | undefined> {
    let next = token;
    for (let step = 0; step < CHAIN_MAX; step += 1) {
      next = successorOf(next, this.#successorKey);
      const stored = await this.repository.findToken(tx, hashOpaqueToken(next));
      if (!stored) return undefined;
      if (!stored.used) return { sessionId, refreshToken: next, refreshExpiresAt: stored.expiresAt.toISOString() };
    }
    return undefined;
  }

  /**
   * Ends sessions by id or by any of their refresh tokens. An unknown session is not an error, because the caller is
   * signed out either way.
   */
  async logOut(keys: { refreshToken?: string | undefined; sessionId?: string | undefined }): Promise<void> {
    const ended = new Map<string, SessionRevoked>();
    for (const key of [
      keys.sessionId && { sessionId: keys.sessionId },
      keys.refreshToken && { tokenHash: hashOpaqueToken(keys.refreshToken) },
    ]) {
      const session = key ? await this.#endOne((tx) => this.repository.logOut(tx, key)) : undefined;
      if (session) ended.set(session.sessionId, session);
    }
    this.publishRevoked([...ended.values()]);
  }

  /** How many sessions of the user can still be refreshed. */
  count(userId: number): Promise<number> {
    return this.repository.count(userId);
  }

  /** The user's sessions, the most recently used first. `sessionId` is the session that asks. */
  async list(userId: number, sessionId: string): Promise<SessionInfo[]> {
    const sessions = await this.repository.list(userId, LIST_MAX);
    return sessions.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
      id,
      userAgent,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastUsedAt.toISOString(),
      current: id === sessionId,
    }));
  }

  /** Ends one of the user's sessions. Repeating it changes nothing. Throws `session-not-found`. */
  async end(userId: number, sessionId: string): Promise<void> {
    const session = await this.#endOne((tx) => this.repository.end(tx, sessionId, userId));
    if (!session) throw new ApiError('session-not-found');
    this.publishRevoked([session]);
  }

  /** Ends every session of the user. */
  async endEverywhere(userId: number): Promise<void> {
    const ended = await this.database.transaction(async (tx) => {
      // Opening a session locks the account too, so a new session is either seen here or opened afterwards.
      if (!(await this.accounts.findForUpdate(tx, userId))) return [];
      return this.endAll(tx, userId, 'logout');
    });
    this.publishRevoked(ended);
  }

  /**
   * Ends the sessions of an account that `tx` has locked, except `except`. The caller passes them to `publishRevoked`
   * after the commit.
   */
  async endAll(tx: Transaction<Tables>, userId: number, reason: EndReason, except?: string): Promise<SessionRevoked[]> {
    const ended = await this.repository.endAll(tx, userId, reason, except);
    await this.#publishEnded(tx, userId, ended);
    return ended.map((sessionId) => ({ userId, sessionId }));
  }

  /** Ids of all sessions of an account that `tx` has locked, ended or not. */
  idsOf(tx: Transaction<Tables>, userId: number): Promise<string[]> {
    return this.repository.idsOf(tx, userId);
  }

  /**
   * Tells every gateway that these sessions have ended: it closes their sockets and refuses their access tokens. Call
   * it after the commit; a gateway that misses the message reads `revokedIds`.
   */
  publishRevoked(ended: readonly SessionRevoked[]): void {
    for (const { userId, sessionId } of ended)
      this.bus.publish(SESSION_REVOKED_SUBJECT, { userId, sessionId } satisfies SessionRevoked);
  }

  /** Whether the session belongs to the user and is alive. It cannot end before `tx` does. */
  isAlive(tx: Transaction<Tables>, { sessionId, userId }: SessionRevoked): Promise<boolean> {
    return this.repository.isAlive(tx, sessionId, userId);
  }

  /** Throws `unauthorized` unless the session belongs to the user and is alive. It cannot end before `tx` does. */
  async assertAlive(tx: Transaction<Tables>, session: SessionRevoked): Promise<void> {
    if (!(await this.isAlive(tx, session))) throw new ApiError('unauthorized');
  }

  /** Revoked sessions whose access tokens may not have expired yet. */
  revokedIds(): Promise<string[]> {
    return this.repository.revokedWithin(this.config.AUTH_ACCESS_TOKEN_SECONDS, REVOKED_MAX);
  }

  async #addToken(tx: Transaction<Tables>, sessionId: string, refreshToken: string): Promise<IssuedRefreshToken> {
    const expiresAt = await this.repository.addToken(tx, {
      hash: hashOpaqueToken(refreshToken),
      sessionId,
      lifetimeSeconds: this.config.AUTH_REFRESH_TOKEN_SECONDS,
    });
    return { sessionId, refreshToken, refreshExpiresAt: expiresAt.toISOString() };
  }

  /** Publishes the end of a session only once. */
  #endOne(end: (tx: Transaction<Tables>) => Promise<EndedSession | undefined>): Promise<SessionRevoked | undefined> {
    return this.database.transaction(async (tx) => {
      const session = await end(tx);
      if (session?.wasAlive) await this.#publishEnded(tx, session.userId, [session.sessionId]);
      return session;
    });
  }

  async #publishEnded(tx: Transaction<Tables>, userId: number, sessionIds: readonly string[]): Promise<void> {
    for (let from = 0; from < sessionIds.length; from += SESSIONS_PER_EVENT)
      await tx.publish(sessionsEnded, { userId, sessionIds: sessionIds.slice(from, from + SESSIONS_PER_EVENT) });
  }
}
