import { Injectable } from '@nestjs/common';
import { Database, type Claimed, type Transaction } from '@inkling/platform';
import type { QueuedPush } from './push-message.js';
import { applyLimits, type Limits, type Sent, type Waiting } from './push-limits.js';

/** Longer than any sending takes. After it, another process sends what a killed one had taken. */
const LEASE = '90 seconds';
/** A push that could not be delivered within this time is dropped. */
export const GIVE_UP = '24 hours';

export interface ClaimedPush extends Waiting, QueuedPush {
  /** Rises when a later push of the topic replaces this one. */
  readonly revision: number;
  /** Attempts made, including this one. */
  readonly attempts: number;
  /** Devices that are left to reach; null for all. */
  readonly tokenIds: readonly number[] | null;
}

/** The sender's side of the table `push_queue`. */
@Injectable()
export class PushQueueRepository {
  constructor(private readonly database: Database) {}

  /** Leases due pushes, as far as the limits allow; the others are postponed or dropped. */
  claim(limit: number, limits: Limits): Promise<Claimed<ClaimedPush>> {
    return this.database.transaction(async (tx) => {
      const rows = await tx.query<ClaimedPush>({
        text: `
          select id::float8 as id, user_id::float8 as "userId", kind, notice_id::float8 as "notificationId", topic,
            payload, revision, attempts, attempts > 0 as admitted, token_ids::float8[] as "tokenIds",
            greatest(0, ceil(extract(epoch from created_at + interval '${GIVE_UP}' - now())))::int as ttl
          from push_queue where due_at <= now() order by due_at limit $1 for update skip locked`,
        values: [limit],
      });
      if (rows.length === 0) return { rows: [], more: false };
      const expired = rows.filter(({ ttl }) => ttl === 0);
      const { send, admitted, postpone, drop } = applyLimits(
        rows.filter(({ ttl }) => ttl > 0),
        await this.#sentTo(tx, rows, limits),
        limits,
      );
      await this.#delete(
        tx,
        [...expired, ...drop].map(({ id }) => id),
      );
      await tx.query({
        text: `
          update push_queue q set due_at = now() + t.ms * interval '1 millisecond'
          from unnest($1::bigint[], $2::float8[]) as t (id, ms) where q.id = t.id`,
        values: [postpone.map(({ push }) => push.id), postpone.map(({ ms }) => ms)],
      });
      await tx.query({
        text: `
          insert into push_sent (user_id, topic, sent_at)
          select *, clock_timestamp() from unnest($1::bigint[], $2::text[])`,
        values: [admitted.map(({ userId }) => userId), admitted.map(({ topic }) => topic)],
      });
      await tx.query({
        text: `
          update push_queue set due_at = now() + interval '${LEASE}', attempts = attempts + 1
          where id = any($1::bigint[])`,
        values: [send.map(({ id }) => id)],
      });
      // After the attempts of sent pushes were raised, only the ones that exceed the limit have none.
      await this.#dropRest(tx, [...new Set(drop.map(({ userId }) => userId))]);
      return { rows: send.map((row) => ({ ...row, attempts: row.attempts + 1 })), more: rows.length === limit };
    });
  }

  /** All reachable devices have the push. A newer push of the topic, queued in the meantime, is due next. */
  async done({ id, revision }: ClaimedPush): Promise<void> {
    await this.database.query({
      name: 'push-done',
      text: `
        with gone as (delete from push_queue where id = $1 and revision = $2 returning 1)
        update push_queue set attempts = 0, due_at = now() where id = $1 and not exists (select 1 from gone)`,
      values: [id, revision],
    });
  }

  /** Keeps the push for the devices that were not reached, or for all devices when a newer push has replaced it. */
  async retry({ id, revision }: ClaimedPush, tokenIds: readonly number[], delayMs: number): Promise<void> {
    await this.database.query({
      name: 'push-later',
      text: `
        update push_queue set due_at = now() + $4::float8 * interval '1 millisecond',
          token_ids = case when revision = $2 then $3::bigint[] end
        where id = $1`,
      values: [id, revision, tokenIds, delayMs],
    });
  }

  async #sentTo(tx: Transaction, rows: readonly Waiting[], { minIntervalMs }: Limits): Promise<Sent[]> {
    const users = [...new Set(rows.filter(({ admitted }) => !admitted).map(({ userId }) => userId))].sort(
      (a, b) => a - b,
    );
    if (users.length === 0) return [];
    // Without this lock, two processes that take pushes of one user at once could together exceed the limit.
    await tx.query({
      text: `select pg_advisory_xact_lock(hashtextextended('push-limits ' || u, 0)) from unnest($1::bigint[]) as u`,
      values: [users],
    });
    return tx.query<Sent>({
      text: `
        select user_id::float8 as "userId", topic,
          extract(epoch from clock_timestamp() - sent_at)::float8 * 1000 as age
        from push_sent
        where user_id = any($1::bigint[])
          and sent_at > now() - greatest(interval '1 hour', $2::float8 * interval '1 millisecond')`,
      values: [users, minIntervalMs],
    });
  }

  async #delete(tx: Transaction, ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await tx.query({ text: 'delete from push_queue where id = any($1::bigint[])', values: [ids] });
  }

  /** Drops everything else that is due for users who have reached the limit, at once instead of page by page. */
  async #dropRest(tx: Transaction, users: readonly number[]): Promise<void> {
    if (users.length === 0) return;
    await tx.query({
      text: `
        delete from push_queue where id in (
          select id from push_queue where user_id = any($1::bigint[]) and attempts = 0 and due_at <= now()
          for update skip locked)`,
      values: [users],
    });
  }
}
