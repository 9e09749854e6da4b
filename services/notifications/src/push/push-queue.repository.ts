import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import type { Taken } from '../delivery/queue-loop.js';
import type { QueuedPush } from './push-message.js';
import type { PushKind } from './push-queue.js';
import { turnsOf, type Limits, type Sent, type Waiting } from './push-limits.js';

/** Longer than any sending takes; after it, a killed process's rows come again. */
const LEASE = '90 seconds';
/** What could not be delivered by then, nobody wants to know any more. */
export const GIVE_UP = '24 hours';

export interface TakenPush extends Waiting, QueuedPush {
  readonly revision: number;
  /** Attempts made, this one included. */
  readonly attempts: number;
  readonly tokenIds: readonly number[] | null;
}

interface Row extends Waiting {
  readonly kind: PushKind;
  readonly noticeId: number | null;
  readonly payload: QueuedPush['payload'];
  readonly revision: number;
  readonly attempts: number;
  readonly tokenIds: readonly number[] | null;
  readonly ttl: number;
}

/** The queue's side of sending. */
@Injectable()
export class PushQueueRepository {
  constructor(private readonly database: Database) {}

  /** Takes due pushes for the length of a lease, as far as the limits allow; the others are put off or dropped. */
  take(limit: number, limits: Limits): Promise<Taken<TakenPush>> {
    return this.database.transaction(async (tx) => {
      const rows = await tx.query<Row>({
        text: `select id::float8 as id, user_id::float8 as "userId", kind, notice_id::float8 as "noticeId", topic, payload, revision, attempts, attempts > 0 as admitted,
                 token_ids::float8[] as "tokenIds", greatest(0, ceil(extract(epoch from created_at + interval '${GIVE_UP}' - now())))::int as ttl
               from push_queue where due_at <= now() order by due_at limit $1 for update skip locked`,
        values: [limit],
      });
      if (rows.length === 0) return { rows: [], more: false };
      const old = rows.filter(({ ttl }) => ttl === 0);
      const { send, admitted, postpone, drop } = turnsOf(
        rows.filter(({ ttl }) => ttl > 0),
        await this.#sentTo(tx, rows, limits),
        limits,
      );
      await this.#delete(
        tx,
        [...old, ...drop].map(({ id }) => id),
      );
      await tx.query({
        text: `update push_queue q set due_at = now() + t.ms * interval '1 millisecond' from unnest($1::bigint[], $2::float8[]) as t (id, ms) where q.id = t.id`,
        values: [postpone.map(({ push }) => push.id), postpone.map(({ ms }) => ms)],
      });
      await tx.query({
        text: `insert into push_sent (user_id, topic, sent_at) select *, clock_timestamp() from unnest($1::bigint[], $2::text[])`,
        values: [admitted.map(({ userId }) => userId), admitted.map(({ topic }) => topic)],
      });
      await tx.query({
        text: `update push_queue set due_at = now() + interval '${LEASE}', attempts = attempts + 1 where id = any($1::bigint[])`,
        values: [send.map(({ id }) => id)],
      });
      // Now that what is sent has an attempt: the rest has none.
      await this.#dropRest(tx, [...new Set(drop.map(({ userId }) => userId))]);
      return { rows: send.map((row) => ({ ...row, attempts: row.attempts + 1 })), more: rows.length === limit };
    });
  }

  /** Everyone has been reached who can be. What was queued meanwhile waits for the topic's pause. */
  async done({ id, revision }: TakenPush): Promise<void> {
    await this.database.query({
      name: 'push-done',
      text: `with gone as (delete from push_queue where id = $1 and revision = $2 returning 1)
             update push_queue set attempts = 0, due_at = now() where id = $1 and not exists (select 1 from gone)`,
      values: [id, revision],
    });
  }

  /** Some devices are left for later; when the push has been replaced meanwhile, all are to get the newer one. */
  async later({ id, revision }: TakenPush, tokenIds: readonly number[], delayMs: number): Promise<void> {
    await this.database.query({
      name: 'push-later',
      text: `update push_queue set due_at = now() + $4::float8 * interval '1 millisecond', token_ids = case when revision = $2 then $3::bigint[] end where id = $1`,
      values: [id, revision, tokenIds, delayMs],
    });
  }

  async #sentTo(tx: Transaction, rows: readonly Row[], { minIntervalMs }: Limits): Promise<Sent[]> {
    const users = [...new Set(rows.filter(({ admitted }) => !admitted).map(({ userId }) => userId))].sort(
      (a, b) => a - b,
    );
    if (users.length === 0) return [];
    // Two processes that take pushes of one user at once would each see room for one more.
    await tx.query({
      text: `select pg_advisory_xact_lock(hashtextextended('push-limits ' || u, 0)) from unnest($1::bigint[]) as u`,
      values: [users],
    });
    return tx.query<Sent>({
      text: `select user_id::float8 as "userId", topic, extract(epoch from clock_timestamp() - sent_at)::float8 * 1000 as age
             from push_sent where user_id = any($1::bigint[]) and sent_at > now() - greatest(interval '1 hour', $2::float8 * interval '1 millisecond')`,
      values: [users, minIntervalMs],
    });
  }

  async #delete(tx: Transaction, ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await tx.query({ text: 'delete from push_queue where id = any($1::bigint[])', values: [ids] });
  }

  /** Users who have had all of this hour: what else waits for them goes at once, not a few at a time. */
  async #dropRest(tx: Transaction, users: readonly number[]): Promise<void> {
    if (users.length === 0) return;
    await tx.query({
      text: `delete from push_queue where id in (select id from push_queue where user_id = any($1::bigint[]) and attempts = 0 and due_at <= now() for update skip locked)`,
      values: [users],
    });
  }
}
