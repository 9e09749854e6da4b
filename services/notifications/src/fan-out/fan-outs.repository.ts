import { Injectable } from '@nestjs/common';
import { Database, NOW, fromNow, type Claimed, type Transaction } from '@inkling/platform';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** `poll_ended` goes to the author, the voters and who asked to be told, `new_poll` to the author's followers. */
export type FanOutKind = 'poll_ended' | 'new_poll';

/** An event to notify many users of, a page at a time. */
export interface FanOut {
  readonly kind: FanOutKind;
  readonly pollId: number;
  readonly authorId: number;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  /** All users up to this id have been notified; 0 at the start. */
  readonly afterId: number;
  readonly attempts: number;
}

type Key = Pick<FanOut, 'kind' | 'pollId'>;

/** Longer than a page takes, including a second attempt of its call. After it, another process continues. */
const LEASE_END = fromNow(15_000);

/** Fan-outs and how far each has come (table `fan_outs`). */
@Injectable()
export class FanOuts {
  constructor(private readonly database: Database<Tables>) {}

  async add(
    { kysely }: Transaction<Tables>,
    kind: FanOutKind,
    { pollId, authorId }: { pollId: number; authorId: number },
    occurredAt: string,
  ): Promise<void> {
    await kysely
      .insertInto('fan_outs')
      .values({ kind, poll_id: pollId, author_id: authorId, occurred_at: new Date(occurredAt) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Leases up to `limit` due fan-outs. */
  async claim(limit: number): Promise<Claimed<FanOut>> {
    const claimed = await this.database.kysely
      // Materialized: as the inner side of a nested loop, the part with the limit would run repeatedly and claim more.
      .with(
        (cte) => cte('due').materialized(),
        (kysely) =>
          kysely
            .selectFrom('fan_outs')
            .select(['kind', 'poll_id'])
            .where('done', '=', false)
            .where('due_at', '<=', NOW)
            .orderBy('due_at')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
      )
      .updateTable('fan_outs as f')
      .from('due')
      .set({ due_at: LEASE_END })
      .whereRef('f.kind', '=', 'due.kind')
      .whereRef('f.poll_id', '=', 'due.poll_id')
      .returning(['f.kind', 'f.poll_id', 'f.author_id', 'f.occurred_at', 'f.after_id', 'f.attempts'])
      .execute();
    const rows = claimed.map((row) => ({
      kind: row.kind,
      pollId: row.poll_id,
      authorId: row.author_id,
      occurredAt: row.occurred_at.getTime(),
      afterId: row.after_id,
      attempts: row.attempts,
    }));
    return { rows, more: rows.length === limit };
  }

  /** Locks a fan-out at its position; false when another process has advanced it. */
  async lock({ kysely }: Transaction<Tables>, { kind, pollId, afterId }: FanOut): Promise<boolean> {
    const locked = await kysely
      .selectFrom('fan_outs')
      .select('poll_id')
      .where('kind', '=', kind)
      .where('poll_id', '=', pollId)
      .where('after_id', '=', afterId)
      .where('done', '=', false)
      .forUpdate()
      .executeTakeFirst();
    return locked !== undefined;
  }

  /** Moves the position to `afterId` and renews the lease. */
  async advance({ kysely }: Transaction<Tables>, { kind, pollId }: FanOut, afterId: number): Promise<void> {
    await kysely
      .updateTable('fan_outs')
      .set({ after_id: afterId, attempts: 0, due_at: LEASE_END })
      .where('kind', '=', kind)
      .where('poll_id', '=', pollId)
      .execute();
  }

  /** The row of an ended poll stays, so that a repeated event does not announce its end again. */
  async finish(kysely: Kysely<Tables>, { kind, pollId }: Key): Promise<void> {
    if (kind === 'poll_ended')
      await kysely
        .updateTable('fan_outs')
        .set({ done: true })
        .where('kind', '=', kind)
        .where('poll_id', '=', pollId)
        .execute();
    else await kysely.deleteFrom('fan_outs').where('kind', '=', kind).where('poll_id', '=', pollId).execute();
  }

  /** Ends the lease, so that another process can continue. */
  async release(fanOut: FanOut, attempts = fanOut.attempts, delayMs = 0): Promise<void> {
    await this.database.kysely
      .updateTable('fan_outs')
      .set({ attempts, due_at: fromNow(delayMs) })
      .where('kind', '=', fanOut.kind)
      .where('poll_id', '=', fanOut.pollId)
      .where('done', '=', false)
      .execute();
  }

  /** Continues a fan-out that failed after `delayMs`. */
  retry(fanOut: FanOut, delayMs: number): Promise<void> {
    return this.release(fanOut, fanOut.attempts + 1, delayMs);
  }
}
