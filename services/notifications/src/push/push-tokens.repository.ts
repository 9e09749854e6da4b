import { Injectable } from '@nestjs/common';
import { Database, RIGHT_NOW, lockIds, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';
import type { PushTarget, SenderName } from './push-sender.js';

export interface StoredTarget extends PushTarget {
  readonly userId: number;
  readonly sender: SenderName;
}

export interface NewToken {
  readonly userId: number;
  /** The session in which the token is registered; without one, the token survives all sessions. */
  readonly sessionId?: string | undefined;
  readonly sender: SenderName;
  readonly token: string;
  /** SHA-256 of the device's identity. */
  readonly hash: Buffer;
  readonly deviceType: string;
}

/** What a user's lock is for while devices are added or removed. */
const LOCK = 'push-tokens';

/** The devices of users (table `push_tokens`). */
@Injectable()
export class PushTokensRepository {
  constructor(private readonly database: Database<Tables>) {}

  /**
   * Stores or renews a token, unless its session has ended. A device that belonged to another user now belongs to this
   * one.
   * @param most number of tokens that a user keeps; the least recently used ones are removed
   */
  async save(tx: Transaction<Tables>, { userId, sessionId, ...token }: NewToken, most: number): Promise<void> {
    const { kysely } = tx;
    // Without this lock, two devices that register at once could together exceed the number.
    await lockIds(tx, LOCK, [userId]);
    if (sessionId !== undefined && (await this.#hasEnded(tx, sessionId))) return;
    const row = {
      user_id: userId,
      sender: token.sender,
      token: token.token,
      device_type: token.deviceType,
      session_id: sessionId ?? null,
    };
    await kysely
      .insertInto('push_tokens')
      .values({ ...row, token_hash: token.hash })
      .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ ...row, seen_at: RIGHT_NOW }))
      .execute();
    const surplus = kysely
      .selectFrom('push_tokens')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('seen_at', 'desc')
      .orderBy('id', 'desc')
      .offset(most);
    await kysely.deleteFrom('push_tokens').where('id', 'in', surplus).execute();
  }

  /** Removes the devices of ended sessions, and keeps those sessions from registering one. */
  async endSessions(tx: Transaction<Tables>, userId: number, sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return;
    await lockIds(tx, LOCK, [userId]);
    await tx.kysely
      .insertInto('ended_sessions')
      .values(sessionIds.map((session_id) => ({ session_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.kysely.deleteFrom('push_tokens').where('session_id', 'in', sessionIds).execute();
  }

  async #hasEnded({ kysely }: Transaction<Tables>, sessionId: string): Promise<boolean> {
    const ended = await kysely
      .selectFrom('ended_sessions')
      .select('session_id')
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
    return ended !== undefined;
  }

  /** Does not touch another user's token. */
  async remove(userId: number, hash: Buffer): Promise<void> {
    await this.database.kysely
      .deleteFrom('push_tokens')
      .where('token_hash', '=', hash)
      .where('user_id', '=', userId)
      .execute();
  }

  /** A user's devices, the most recently used first. */
  ofUser(userId: number): Promise<StoredTarget[]> {
    return this.database.kysely
      .selectFrom('push_tokens')
      .select(['id', 'user_id as userId', 'sender', 'token'])
      .where('user_id', '=', userId)
      .orderBy('seen_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
  }

  /** Removes tokens that a push service has rejected for good, unless the device has registered again since. */
  async removeDead(targets: readonly PushTarget[]): Promise<void> {
    for (const { id, token } of targets)
      await this.database.kysely.deleteFrom('push_tokens').where('id', '=', id).where('token', '=', token).execute();
  }
}
