import { Injectable } from '@nestjs/common';
import type { Standing } from '@inkling/contracts';
import { Database, lockIds, type Transaction } from '@inkling/platform';
import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../tables.js';

/**
 * Condition of a query: no block separates the viewer from the user of this column. Scalar subqueries, so that each row
 * costs two look-ups by key, whatever the statistics say.
 */
export const together = (viewerId: number, column: string): RawBuilder<boolean> =>
  sql<boolean>`((select true from blocks b where b.blocker_id = ${viewerId}::bigint
      and b.blocked_id = ${sql.ref(column)}) is null
    and (select true from blocks b where b.blocked_id = ${viewerId}::bigint
      and b.blocker_id = ${sql.ref(column)}) is null)`;

/** Condition of a query: the user of this column has not blocked the viewer. */
export const unblocked = (viewerId: number, column: string): RawBuilder<boolean> =>
  sql<boolean>`(select true from blocks b where b.blocked_id = ${viewerId}::bigint
    and b.blocker_id = ${sql.ref(column)}) is null`;

/** Condition of a query: the user of this column does not mute the other. */
export const hears = (column: string, mutedId: number): RawBuilder<boolean> =>
  sql<boolean>`(select true from mutes m where m.muter_id = ${sql.ref(column)}
    and m.muted_id = ${mutedId}::bigint) is null`;

/**
 * Orders the changes between two users, in either direction, until the end of the transaction: a follow cannot slip in
 * beside a block.
 */
export function lockPair(tx: Transaction<Tables>, one: number, other: number): Promise<void> {
  return lockIds(tx, `pair ${Math.min(one, other)}`, [Math.max(one, other)]);
}

/** How users stand to one another (docs/product.md#blocks-and-mutes). */
@Injectable()
export class StandingRepository {
  constructor(private readonly database: Database<Tables>) {}

  async of(viewerId: number, userId: number): Promise<Standing> {
    const { blocked, blockedBy, muted } = await this.database.kysely
      .selectNoFrom((eb) => {
        const block = (blockerId: number, blockedId: number) =>
          eb.exists(
            eb
              .selectFrom('blocks')
              .select('blocker_id')
              .where('blocker_id', '=', blockerId)
              .where('blocked_id', '=', blockedId),
          );
        const mute = eb.selectFrom('mutes').select('muter_id').where('muter_id', '=', viewerId);
        return [
          block(viewerId, userId).as('blocked'),
          block(userId, viewerId).as('blockedBy'),
          eb.exists(mute.where('muted_id', '=', userId)).as('muted'),
        ];
      })
      .executeTakeFirstOrThrow();
    return { blocked: Boolean(blocked), blockedBy: Boolean(blockedBy), muted: Boolean(muted) };
  }

  /** Whether a block separates the two, as a statement of this transaction sees it. */
  async apart(tx: Transaction<Tables>, one: number, other: number): Promise<boolean> {
    const block = await tx.kysely
      .selectFrom('blocks')
      .select('blocker_id')
      .where((eb) =>
        eb.or([
          eb.and([eb('blocker_id', '=', one), eb('blocked_id', '=', other)]),
          eb.and([eb('blocker_id', '=', other), eb('blocked_id', '=', one)]),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    return block !== undefined;
  }
}
