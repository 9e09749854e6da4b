import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import type { PushTarget, SenderName } from './push-sender.js';

export interface StoredTarget extends PushTarget {
  readonly userId: number;
  readonly sender: SenderName;
}

/** Devices that push messages go to. */
@Injectable()
export class PushTokensRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a token, or renews it; a device that another user had is this user's from now on.
   * @param hash SHA-256 of what identifies the device
   * @param most tokens a user keeps; those unused for longest go
   */
  async save(tx: Transaction, token: { userId: number; sender: SenderName; token: string; hash: Buffer; deviceType: string }, most: number): Promise<void> {
    // Two devices that register at once would each see room for one more.
    await tx.query({ text: `select pg_advisory_xact_lock(hashtextextended('push-tokens ' || $1::bigint, 0))`, values: [token.userId] });
    await tx.query({
      text: `insert into push_tokens (user_id, sender, token, token_hash, device_type) values ($1, $2, $3, $4, $5)
             on conflict (token_hash) do update set user_id = excluded.user_id, sender = excluded.sender, token = excluded.token,
               device_type = excluded.device_type, seen_at = clock_timestamp()`,
      values: [token.userId, token.sender, token.token, token.hash, token.deviceType],
    });
    await tx.query({
      text: `delete from push_tokens where id in (select id from push_tokens where user_id = $1 order by seen_at desc, id desc offset $2)`,
      values: [token.userId, most],
    });
  }

  /** Another user's token stays. */
  async remove(userId: number, hash: Buffer): Promise<void> {
    await this.database.query({ text: 'delete from push_tokens where token_hash = $2 and user_id = $1', values: [userId, hash] });
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
