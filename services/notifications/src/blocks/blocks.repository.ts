import { Injectable } from '@nestjs/common';
import type { Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';

/** Two users; `userId` is the one who would be notified. */
interface Pair {
  readonly userId: number;
  readonly otherId: number;
}

/** Who gets no notifications about whom. */
@Injectable()
export class BlocksRepository {
  /** Whether a block separates them, and whether `userId` gets no notification that `otherId` causes. */
  async between(
    { kysely }: Transaction<Tables>,
    { userId, otherId }: Pair,
  ): Promise<{ apart: boolean; silenced: boolean }> {
    return kysely
      .selectNoFrom([
        sql<boolean>`apart(${userId}::bigint, ${otherId}::bigint)`.as('apart'),
        sql<boolean>`silenced(${userId}::bigint, ${otherId}::bigint)`.as('silenced'),
      ])
      .executeTakeFirstOrThrow();
  }

  /** Everyone who gets no notification that this user causes. */
  async deafTo({ kysely }: Transaction<Tables>, actorId: number): Promise<Set<number>> {
    const rows = await kysely
      .selectFrom('blocks')
      .select('blocked_id as id')
      .where('blocker_id', '=', actorId)
      .where('active', '=', true)
      .unionAll((eb) =>
        eb.selectFrom('blocks').select('blocker_id as id').where('blocked_id', '=', actorId).where('active', '=', true),
      )
      .unionAll((eb) =>
        eb.selectFrom('mutes').select('muter_id as id').where('muted_id', '=', actorId).where('active', '=', true),
      )
      .execute();
    return new Set(rows.map(({ id }) => id));
  }
}
