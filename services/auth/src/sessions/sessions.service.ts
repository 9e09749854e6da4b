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
import { toAccount } from '../accounts/account-view.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuthConfig } from '../config.js';
import { signAccessToken, type AccessToken } from './access-token.js';
import { hashRefreshToken, newRefreshToken, successorKey, successorOf } from './refresh-token.js';
import { SessionEntity } from './session.entity.js';
import { SessionsRepository, type EndReason, type EndedSession } from './sessions.repository.js';

/** Rotations that can lie within one grace; a chain longer than this is no browser. */
const CHAIN_MAX = 32;
/** So many ids still fit one message; older ones have the shortest time left to do harm. */
const REVOKED_MAX = 20_000;

/** Sessions told of in one event. */
const TOLD_AT_ONCE = 1_000;

/** Sessions in one's own list; whoever has more sees the latest used. */
const LIST_MAX = 100;

/** What came of presenting a refresh token. */
type Rotation =
  | { outcome: 'refused' }
  | ({ outcome: 'reused' } & SessionRevoked)
  | { outcome: 'rotated'; account: AccountEntity; refresh: RefreshSide };
type RefreshSide = Pick<SessionTokens, 'sessionId' | 'refreshToken' | 'refreshExpiresAt'>;

/** A session that was opened, and those that ended for it. */
interface Opened {
  session: SessionTokens;
  ended: SessionRevoked[];
}

/** Sessions: refresh tokens that rotate in families, and the short access tokens made from them (decisions). */
@Injectable()
export class SessionsService {
  private readonly successorKey: Buffer;

  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly database: Database,
    private readonly repository: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly bus: LiveBus,
  ) {
    this.successorKey = successorKey(config.SESSION_SECRET);
  }

  /**
   * A new session for `account`, written in `tx`, where the account was made or is locked. `ended` are those for which
   * there was no more room; the caller announces them once the transaction has committed.
   */
  async open(tx: Transaction, account: AccountEntity, userAgent: string): Promise<Opened> {
    const sessionId = randomUUID();
    await tx.em.persist(SessionEntity.open({ id: sessionId, accountId: account.id, userAgent })).flush();
    const refresh = await this.addToken(tx, sessionId, newRefreshToken());
    const ended = await this.repository.endOldest(tx, account.id, this.config.AUTH_SESSIONS_PER_ACCOUNT);
    await this.tell(tx, account.id, ended);
    return {
      session: { ...refresh, ...this.accessToken(account, sessionId) },
      ended: ended.map((id) => ({ userId: account.id, sessionId: id })),
    };
  }

  accessToken(
    account: Pick<AccountEntity, 'id' | 'hasCompletedProfile' | 'emailVerified' | 'probe'>,
    sessionId: string,
  ): AccessToken {
    const iat = Math.floor(Date.now() / 1000);
    const exp = iat + this.config.AUTH_ACCESS_TOKEN_SECONDS;
    const { id: sub, hasCompletedProfile: profile, emailVerified: verified } = account;
    const claims = {
      sub,
      sid: sessionId,
      profile,
      verified,
      ...(account.probe ? { probe: true as const } : {}),
      iat,
      exp,
    };
    return {
      accessToken: signAccessToken(claims, this.config.SESSION_SECRET),
      accessExpiresAt: new Date(exp * 1000).toISOString(),
    };
  }

  /**
   * Trades a refresh token for its successor. Within the grace a used token yields the newest of its successors, so
   * that tabs agree; later it revokes the whole family. Throws `unauthorized`, `auth/user-disabled`, or `forbidden`
   * when `userId` is not the owner, and then nothing rotates.
   */
  async refresh(
    refreshToken: string,
    userId: number | undefined,
  ): Promise<{ account: Account; session: SessionTokens }> {
    const rotation = await this.database.transaction((tx) => this.rotate(tx, refreshToken, userId));
    if (rotation.outcome === 'rotated') {
      const { account, refresh } = rotation;
      return { account: toAccount(account), session: { ...refresh, ...this.accessToken(account, refresh.sessionId) } };
    }
    if (rotation.outcome === 'reused') this.announce(rotation);
    throw new ApiError('unauthorized');
  }

  /** Failures are returned, not thrown: a revocation must be committed. */
  private async rotate(tx: Transaction, presented: string, userId: number | undefined): Promise<Rotation> {
    const hash = hashRefreshToken(presented);
    const token = await this.repository.lockToken(tx, hash, this.config.AUTH_REFRESH_GRACE_MS);
    if (!token || token.expired) return { outcome: 'refused' };
    if (token.disabled) throw new ApiError('auth/user-disabled');
    if (token.revoked) return { outcome: 'refused' };
    if (userId !== undefined && userId !== token.accountId) throw new ApiError('forbidden');
    if (token.pastGrace) {
      await this.repository.revokeReused(tx, token.sessionId);
      await this.tell(tx, token.accountId, [token.sessionId]);
      return { outcome: 'reused', sessionId: token.sessionId, userId: token.accountId };
    }
    const refresh = token.used
      ? await this.newestSuccessor(tx, presented, token.sessionId)
      : await this.succeed(tx, presented, hash, token.sessionId);
    if (!refresh) return { outcome: 'refused' };
    return { outcome: 'rotated', account: await tx.em.findOneOrFail(AccountEntity, token.accountId), refresh };
  }

  private async succeed(tx: Transaction, token: string, hash: Buffer, sessionId: string): Promise<RefreshSide> {
    await this.repository.markUsed(tx, hash, sessionId);
    return this.addToken(tx, sessionId, successorOf(token, this.successorKey));
  }

  /** Another tab may have rotated the successor too; handing out a used one would log this tab out later. */
  private async newestSuccessor(tx: Transaction, token: string, sessionId: string): Promise<RefreshSide | undefined> {
    let next = token;
    for (let step = 0; step < CHAIN_MAX; step += 1) {
      next = successorOf(next, this.successorKey);
      const stored = await this.repository.findToken(tx, hashRefreshToken(next));
      if (!stored) return undefined;
      if (!stored.used) return { sessionId, refreshToken: next, refreshExpiresAt: stored.expiresAt.toISOString() };
    }
    return undefined;
  }

  /**
   * Ends sessions by any of their refresh tokens or by id. Unknown ones are no error: the caller is signed out either
   * way.
   */
  async logOut(keys: { refreshToken?: string | undefined; sessionId?: string | undefined }): Promise<void> {
    const ended = new Map<string, SessionRevoked>();
    for (const key of [
      keys.sessionId && { sessionId: keys.sessionId },
      keys.refreshToken && { tokenHash: hashRefreshToken(keys.refreshToken) },
    ]) {
      const session = key ? await this.endOne((tx) => this.repository.logOut(tx, key)) : undefined;
      if (session) ended.set(session.sessionId, session);
    }
    for (const session of ended.values()) this.announce(session);
  }

  /** Where the user is signed in, the latest used first. `sessionId` is the session that asks. */
  async list(userId: number, sessionId: string): Promise<SessionInfo[]> {
    const sessions = await this.repository.list(userId, LIST_MAX);
    return sessions.map(({ id, userAgent, createdMs, lastUsedMs }) => ({
      id,
      userAgent,
      createdAt: new Date(createdMs).toISOString(),
      lastSeenAt: new Date(lastUsedMs).toISOString(),
      current: id === sessionId,
    }));
  }

  /** Ends a session of the user's own; again changes nothing. Throws `session-not-found`. */
  async end(userId: number, sessionId: string): Promise<void> {
    const session = await this.endOne((tx) => this.repository.end(tx, sessionId, userId));
    if (!session) throw new ApiError('session-not-found');
    this.announce(session);
  }

  /** Ends every session of the user. */
  async endEverywhere(userId: number): Promise<void> {
    const ended = await this.database.transaction(async (tx) => {
      // A session that is being opened holds the account: it is either seen here or opened after this.
      if (!(await this.accounts.findForUpdate(tx, userId))) return [];
      return this.endAll(tx, userId, 'logout');
    });
    this.announceAll(ended);
  }

  /**
   * Ends sessions of an account that `tx` has locked, all but `except`. Whoever calls it says so with `announceAll`
   * once the transaction has committed.
   */
  async endAll(tx: Transaction, userId: number, reason: EndReason, except?: string): Promise<SessionRevoked[]> {
    const ended = await this.repository.endAll(tx, userId, reason, except);
    await this.tell(tx, userId, ended);
    return ended.map((sessionId) => ({ userId, sessionId }));
  }

  /** Tells every gateway that these sessions have ended; their sockets are closed. */
  announceAll(ended: readonly SessionRevoked[]): void {
    for (const session of ended) this.announce(session);
  }

  /** Whether the session is the user's and alive; it stays so until `tx` ends. */
  isAlive(tx: Transaction, { sessionId, userId }: SessionRevoked): Promise<boolean> {
    return this.repository.isAlive(tx, sessionId, userId);
  }

  /** Throws `unauthorized` unless the session is the user's and alive; it stays so until `tx` ends. */
  async assertAlive(tx: Transaction, session: SessionRevoked): Promise<void> {
    if (!(await this.isAlive(tx, session))) throw new ApiError('unauthorized');
  }

  /** Sessions whose access tokens could still be valid although they are revoked. */
  revokedIds(): Promise<string[]> {
    return this.repository.revokedWithin(this.config.AUTH_ACCESS_TOKEN_SECONDS, REVOKED_MAX);
  }

  private async addToken(tx: Transaction, sessionId: string, refreshToken: string): Promise<RefreshSide> {
    const expiresAt = await this.repository.addToken(tx, {
      hash: hashRefreshToken(refreshToken),
      sessionId,
      lifetimeSeconds: this.config.AUTH_REFRESH_TOKEN_SECONDS,
    });
    return { sessionId, refreshToken, refreshExpiresAt: expiresAt.toISOString() };
  }

  /** Of a session that had ended before everybody has heard. */
  private endOne(end: (tx: Transaction) => Promise<EndedSession | undefined>): Promise<SessionRevoked | undefined> {
    return this.database.transaction(async (tx) => {
      const session = await end(tx);
      if (session?.now) await this.tell(tx, session.userId, [session.sessionId]);
      return session;
    });
  }

  /** To other services, for good; `announce` tells gateways at once. */
  private async tell(tx: Transaction, userId: number, sessionIds: readonly string[]): Promise<void> {
    for (let from = 0; from < sessionIds.length; from += TOLD_AT_ONCE)
      await tx.publish(sessionsEnded, { userId, sessionIds: sessionIds.slice(from, from + TOLD_AT_ONCE) });
  }

  private announce({ userId, sessionId }: SessionRevoked): void {
    this.bus.publish(SESSION_REVOKED_SUBJECT, { userId, sessionId } satisfies SessionRevoked);
  }
}
