import { Injectable } from '@nestjs/common';
import { Database, type Claimed, type Transaction } from '@inkling/platform';

/** `poll_ended` goes to the author and the voters, `new_poll` to the author's followers. */
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

/** Longer than a page takes, including a second attempt of its call. After it, another process continues. */
const LEASE = '15 seconds';
const COLUMNS = `
  f.kind, f.poll_id::float8 as "pollId", author_id::float8 as "authorId",
  (extract(epoch from occurred_at) * 1000)::float8 as "occurredAt", after_id::float8 as "afterId", attempts`;

/** Fan-outs and how far each has come (table `fan_outs`). */
@Injectable()
export class FanOuts {
  constructor(private readonly database: Database) {}

  async add(
    tx: Transaction,
    kind: FanOutKind,
    { pollId, authorId }: { pollId: number; authorId: number },
    occurredAt: string,
  ): Promise<void> {
    await tx.query({
      text: `
        insert into fan_outs (kind, poll_id, author_id, occurred_at) values ($1, $2, $3, $4) on conflict do nothing`,
      values: [kind, pollId, authorId, occurredAt],
    });
  }

  /** Leases up to `limit` due fan-outs. */
  async claim(limit: number): Promise<Claimed<FanOut>> {
    const rows = await this.database.query<FanOut>({
      name: 'fan-outs-take',
      // Materialized: as the inner side of a nested loop, the part with the limit would run repeatedly and take more.
      text: `
        with t as materialized (
          select kind, poll_id from fan_outs where not done and due_at <= now()
          order by due_at limit $1 for update skip locked
        )
        update fan_outs f set due_at = now() + interval '${LEASE}' from t
        where f.kind = t.kind and f.poll_id = t.poll_id
        returning ${COLUMNS}`,
      values: [limit],
    });
    return { rows, more: rows.length === limit };
  }

  /** Locks a fan-out at its position; false when another process has advanced it. */
  async lock(tx: Transaction, { kind, pollId, afterId }: FanOut): Promise<boolean> {
    const rows = await tx.query({
      text: 'select 1 from fan_outs where kind = $1 and poll_id = $2 and after_id = $3 and not done for update',
      values: [kind, pollId, afterId],
    });
    return rows.length > 0;
  }

  /** Moves the position to `afterId` and renews the lease. */
  async advance(tx: Transaction, { kind, pollId }: FanOut, afterId: number): Promise<void> {
    await tx.query({
      text: `
        update fan_outs set after_id = $3, attempts = 0, due_at = now() + interval '${LEASE}'
        where kind = $1 and poll_id = $2`,
      values: [kind, pollId, afterId],
    });
  }

  /** The row of an ended poll stays, so that a repeated event does not announce its end again. */
  async finish(tx: Pick<Transaction, 'query'>, { kind, pollId }: Pick<FanOut, 'kind' | 'pollId'>): Promise<void> {
    const text =
      kind === 'poll_ended'
        ? 'update fan_outs set done = true where kind = $1 and poll_id = $2'
        : 'delete from fan_outs where kind = $1 and poll_id = $2';
    await tx.query({ text, values: [kind, pollId] });
  }

  /** Ends the lease, so that another process can continue. */
  async release(fanOut: FanOut, attempts = fanOut.attempts, delayMs = 0): Promise<void> {
    await this.database.query({
      text: `
        update fan_outs set attempts = $4, due_at = now() + $3::float8 * interval '1 millisecond'
        where kind = $1 and poll_id = $2 and not done`,
      values: [fanOut.kind, fanOut.pollId, delayMs, attempts],
    });
  }

  /** Continues a fan-out that failed after `delayMs`. */
  retry(fanOut: FanOut, delayMs: number): Promise<void> {
    return this.release(fanOut, fanOut.attempts + 1, delayMs);
  }
}
