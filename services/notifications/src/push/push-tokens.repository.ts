import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import type { PushTarget, SenderName } from './push-sender.js';

export interface StoredTarget extends PushTarget {
  readonly userId: number;
  readonly sender: SenderName;
}

export interface NewToken {
  readonly userId: number;
  /** In which it is registered; without one it outlives them all. */
  readonly sessionId?: string | undefined;
  readonly sender: SenderName;
  readonly token: string;
  /** SHA-256 of what identifies the device. */
  readonly hash: Buffer;
  readonly deviceType: string;
}

/** Devices that push messages go to. */
@Injectable()
export class PushTokensRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a token, or renews it; a device that another user had is this user's from now on. Not for a session that has
   * ended.
   * @param most tokens a user keeps; those unused for longest go
   */
  async save(tx: Transaction, token: NewToken, most: number): Promise<void> {
    // Two devices that register at once would each see room for one more.
    await this.#lock(tx, token.userId);
    await tx.query({
      text: `insert into push_tokens (user_id, sender, token, token_hash, device_type, session_id)
             select $1::bigint, $2::text, $3::text, $4::bytea, $5::text, $6::uuid where not exists (select from ended_sessions where session_id = $6::uuid)
             on conflict (token_hash) do update set user_id = excluded.user_id, sender = excluded.sender, token = excluded.token,
               device_type = excluded.device_type, session_id = excluded.session_id, seen_at = clock_timestamp()`,
      values: [token.userId, token.sender, token.token, token.hash, token.deviceType, token.sessionId ?? null],
    });
    await tx.query({
      text: `delete from push_tokens where id in (select id from push_tokens where user_id = $1 order by seen_at desc, id desc offset $2)`,
      values: [token.userId, most],
    });
  }

  /** Forgets the devices of sessions that have ended, those too that are just being registered. */
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

  /** Another user's token stays. */
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
      text: `select id::float8 as id, user_id::float8 as "userId", sender, token from push_tokens where user_id = $1 order by seen_at desc, id desc`,
      values: [userId],
    });
  }

  /** Removes tokens that a push service has declared dead, unless the device has registered anew with other keys. */
  async removeDead(targets: readonly PushTarget[]): Promise<void> {
    await this.database.query({
      text: 'delete from push_tokens t using unnest($1::bigint[], $2::text[]) as dead (id, token) where t.id = dead.id and t.token = dead.token',
      values: [targets.map(({ id }) => id), targets.map(({ token }) => token)],
    });
  }
}
