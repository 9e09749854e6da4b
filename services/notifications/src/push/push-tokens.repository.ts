import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
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

/** The devices of users (table `push_tokens`). */
@Injectable()
export class PushTokensRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores or renews a token, unless its session has ended. A device that belonged to another user now belongs to this
   * one.
   * @param most number of tokens that a user keeps; the least recently used ones are removed
   */
  async save(tx: Transaction, token: NewToken, most: number): Promise<void> {
    // Without this lock, two devices that register at once could together exceed the number.
    await this.#lock(tx, token.userId);
    await tx.query({
      text: `
        insert into push_tokens (user_id, sender, token, token_hash, device_type, session_id)
        select $1::bigint, $2::text, $3::text, $4::bytea, $5::text, $6::uuid
        where not exists (select from ended_sessions where session_id = $6::uuid)
        on conflict (token_hash) do update set user_id = excluded.user_id, sender = excluded.sender,
          token = excluded.token, device_type = excluded.device_type, session_id = excluded.session_id,
          seen_at = clock_timestamp()`,
      values: [token.userId, token.sender, token.token, token.hash, token.deviceType, token.sessionId ?? null],
    });
    await tx.query({
      text: `
        delete from push_tokens where id in (
          select id from push_tokens where user_id = $1 order by seen_at desc, id desc offset $2)`,
      values: [token.userId, most],
    });
  }

  /** Removes the devices of ended sessions, and keeps those sessions from registering one. */
  async endSessions(tx: Transaction, userId: number, sessionIds: readonly string[]): Promise<void> {
    await this.#lock(tx, userId);
    await tx.query({
      text: 'insert into ended_sessions (session_id) select unnest($1::uuid[]) on conflict do nothing',
      values: [sessionIds],
    });
    await tx.query({ text: 'delete from push_tokens where session_id = any($1::uuid[])', values: [sessionIds] });
  }

  async #lock(tx: Transaction, userId: number): Promise<void> {
    await tx.query({
      text: `select pg_advisory_xact_lock(hashtextextended('push-tokens ' || $1::bigint, 0))`,
      values: [userId],
    });
  }

  /** Does not touch another user's token. */
  async remove(userId: number, hash: Buffer): Promise<void> {
    await this.database.query({
      text: 'delete from push_tokens where token_hash = $2 and user_id = $1',
      values: [userId, hash],
    });
  }

  /** A user's devices, the most recently used first. */
  async ofUser(userId: number): Promise<StoredTarget[]> {
    return this.database.query<StoredTarget>({
      name: 'push-tokens-of-user',
      text: `
        select id::float8 as id, user_id::float8 as "userId", sender, token from push_tokens
        where user_id = $1 order by seen_at desc, id desc`,
      values: [userId],
    });
  }

  /** Removes tokens that a push service has rejected for good, unless the device has registered again since. */
  async removeDead(targets: readonly PushTarget[]): Promise<void> {
    await this.database.query({
      text: `
        delete from push_tokens t using unnest($1::bigint[], $2::text[]) as dead (id, token)
        where t.id = dead.id and t.token = dead.token`,
      values: [targets.map(({ id }) => id), targets.map(({ token }) => token)],
    });
  }
}
