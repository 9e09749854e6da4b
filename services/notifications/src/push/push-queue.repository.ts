import { Injectable } from '@nestjs/common';
import { Database, NOW, RIGHT_NOW, fromNow, lockIds, type Claimed, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { isSilenced } from '../blocks/silenced.js';
import type { Tables } from '../tables.js';
import type { QueuedPush } from './push-message.js';
import { applyLimits, type Decisions, type Limits, type Sent, type Waiting } from './push-limits.js';

/** Longer than any sending takes. After it, another process sends what a killed one had claimed. */
const LEASE_END = fromNow(90_000);
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

/** A push that is due, and whether the user must not get it any more. */
interface DuePush extends ClaimedPush {
  readonly silenced: boolean;
  readonly suspended: boolean;
}

/** The sender's side of the table `push_queue`. */
@Injectable()
export class PushQueueRepository {
  constructor(private readonly database: Database<Tables>) {}

  /**
   * Leases due pushes, as far as the limits allow; the others are postponed or dropped. Pushes about somebody whom
   * the user no longer sees, because of a block or mute, and pushes to suspended people are dropped too.
   */
  claim(limit: number, limits: Limits): Promise<Claimed<ClaimedPush>> {
    return this.database.transaction(async (tx) => {
      const rows = await this.#lockDue(tx, limit);
      if (rows.length === 0) return { rows: [], more: false };
      const [sendable, dropped] = [rows.filter(isWanted), rows.filter((row) => !isWanted(row))];
      const { send, admitted, postpone, drop } = applyLimits(
        sendable,
        await this.#sentTo(tx, sendable, limits),
        limits,
      );
      await this.#delete(tx, [...dropped, ...drop]);
      await this.#postpone(tx, postpone);
      await this.#admit(tx, admitted);
      await this.#lease(tx, send);
      // Sent pushes now have an attempt, so among the due ones only those above the limit have none.
      await this.#dropRest(tx, [...new Set(drop.map(({ userId }) => userId))]);
      return { rows: send.map((row) => ({ ...row, attempts: row.attempts + 1 })), more: rows.length === limit };
    });
  }

  /** All reachable devices have the push. A newer push of the topic, queued in the meantime, is due next. */
  async done({ id, revision }: ClaimedPush): Promise<void> {
    await this.database.kysely
      .with('sent', (kysely) =>
        kysely.deleteFrom('push_queue').where('id', '=', id).where('revision', '=', revision).returning('id'),
      )
      .updateTable('push_queue')
      .set({ attempts: 0, due_at: NOW })
      .where('id', '=', id)
      .where((eb) => eb.not(eb.exists(eb.selectFrom('sent').select('id'))))
      .execute();
  }

  /** Keeps the push for the devices that were not reached, or for all devices when a newer push has replaced it. */
  async retry({ id, revision }: ClaimedPush, tokenIds: readonly number[], delayMs: number): Promise<void> {
    await this.database.kysely
      .updateTable('push_queue')
      .set({
        due_at: fromNow(delayMs),
        token_ids: sql<number[] | null>`case when revision = ${revision} then ${tokenIds}::bigint[] end`,
      })
      .where('id', '=', id)
      .execute();
  }

  async #lockDue({ kysely }: Transaction<Tables>, limit: number): Promise<DuePush[]> {
    const due = await kysely
      .selectFrom('push_queue')
      .select(['id', 'user_id', 'kind', 'notice_id', 'topic', 'payload', 'revision', 'attempts', 'token_ids'])
      .select(
        sql<number>`greatest(0, ceil(extract(epoch from created_at + interval '${sql.raw(GIVE_UP)}' - now())))::int`.as(
          'ttl',
        ),
      )
      .select(
        isSilenced(sql.ref('push_queue.user_id'), sql<number>`(push_queue.payload ->> 'names')::bigint`).as('silenced'),
      )
      .select((eb) =>
        eb
          .and([
            // The notice of a suspension is itself a push.
            eb('kind', '<>', 'moderation'),
            eb.exists(
              eb
                .selectFrom('profiles as p')
                .select(eb.lit(1).as('one'))
                .whereRef('p.user_id', '=', 'push_queue.user_id')
                .where('p.suspended_until', '>', NOW),
            ),
          ])
          .$castTo<boolean>()
          .as('suspended'),
      )
      .where('due_at', '<=', NOW)
      .orderBy('due_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    return due.map(({ user_id: userId, notice_id: notificationId, token_ids: tokenIds, ...push }) => ({
      ...push,
      userId,
      notificationId,
      tokenIds,
      admitted: push.attempts > 0,
    }));
  }

  async #sentTo(tx: Transaction<Tables>, rows: readonly Waiting[], { minIntervalMs }: Limits): Promise<Sent[]> {
    const users = [...new Set(rows.filter(({ admitted }) => !admitted).map(({ userId }) => userId))].sort(
      (a, b) => a - b,
    );
    if (users.length === 0) return [];
    // Without this lock, two processes that take pushes of one user at once could together exceed the limit.
    await lockIds(tx, 'push-limits', users);
    return tx.kysely
      .selectFrom('push_sent')
      .select(['user_id as userId', 'topic'])
      .select(sql<number>`extract(epoch from clock_timestamp() - sent_at)::float8 * 1000`.as('age'))
      .where('user_id', 'in', users)
      .where(
        'sent_at',
        '>',
        sql<Date>`now() - greatest(interval '1 hour', ${minIntervalMs}::float8 * interval '1 millisecond')`,
      )
      .execute();
  }

  async #postpone({ kysely }: Transaction<Tables>, pushes: Decisions<Waiting>['postpone']): Promise<void> {
    if (pushes.length === 0) return;
    const ids = pushes.map(({ push }) => push.id);
    const delays = sql<{ id: number; ms: number }>`unnest(${ids}::bigint[], ${pushes.map(({ ms }) => ms)}::float8[])`;
    await kysely
      .updateTable('push_queue as q')
      .from(delays.as<'d'>(sql`d (id, ms)`))
      .set({ due_at: sql<Date>`now() + d.ms * interval '1 millisecond'` })
      .whereRef('q.id', '=', 'd.id')
      .execute();
  }

  async #admit({ kysely }: Transaction<Tables>, pushes: readonly Waiting[]): Promise<void> {
    if (pushes.length === 0) return;
    const sentAt = RIGHT_NOW;
    await kysely
      .insertInto('push_sent')
      .values(pushes.map(({ userId, topic }) => ({ user_id: userId, topic, sent_at: sentAt })))
      .execute();
  }

  async #lease({ kysely }: Transaction<Tables>, pushes: readonly Waiting[]): Promise<void> {
    if (pushes.length === 0) return;
    await kysely
      .updateTable('push_queue')
      .set(({ eb }) => ({ due_at: LEASE_END, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', idsOf(pushes))
      .execute();
  }

  async #delete({ kysely }: Transaction<Tables>, pushes: readonly Waiting[]): Promise<void> {
    if (pushes.length > 0) await kysely.deleteFrom('push_queue').where('id', 'in', idsOf(pushes)).execute();
  }

  /** Drops everything else that is due for users who have reached the limit, at once instead of page by page. */
  async #dropRest({ kysely }: Transaction<Tables>, users: readonly number[]): Promise<void> {
    if (users.length === 0) return;
    const rest = kysely
      .selectFrom('push_queue')
      .select('id')
      .where('user_id', 'in', users)
      .where('attempts', '=', 0)
      .where('due_at', '<=', NOW)
      .forUpdate()
      .skipLocked();
    await kysely.deleteFrom('push_queue').where('id', 'in', rest).execute();
  }
}

/** Neither too old nor about somebody out of the user's sight, for a user who may use the account. */
const isWanted = ({ ttl, silenced, suspended }: DuePush): boolean => ttl > 0 && !silenced && !suspended;

const idsOf = (pushes: readonly Waiting[]): number[] => pushes.map(({ id }) => id);
