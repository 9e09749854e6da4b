import { Injectable } from '@nestjs/common';
import type { Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import type { Tables } from '../tables.js';

/** A row of the view `silenced_pairs`: the recipient gets no notification that the actor causes. */
interface SilencedPair {
  readonly recipient_id: number;
  readonly actor_id: number;
  /** By a block, not by a mute. */
  readonly apart: boolean;
}

const silencedPairs = sql<SilencedPair>`silenced_pairs`.as<'s'>(sql`s`);

/** Who gets no notifications about whom. */
@Injectable()
export class BlocksRepository {
  /** Whether a block separates them, and whether `userId` gets no notification that `otherId` causes. */
  async between(
    { kysely }: Transaction<Tables>,
    { userId, otherId }: { userId: number; otherId: number },
  ): Promise<{ apart: boolean; silenced: boolean }> {
    const pairs = await kysely
      .selectFrom(silencedPairs)
      .select('s.apart')
      .where('s.recipient_id', '=', userId)
      .where('s.actor_id', '=', otherId)
      .execute();
    return { apart: pairs.some(({ apart }) => apart), silenced: pairs.length > 0 };
  }

  /** Everyone who gets no notification that this user causes. */
  async deafTo({ kysely }: Transaction<Tables>, actorId: number): Promise<Set<number>> {
    const pairs = await kysely
      .selectFrom(silencedPairs)
      .select('s.recipient_id')
      .where('s.actor_id', '=', actorId)
      .execute();
    return new Set(pairs.map((pair) => pair.recipient_id));
  }
}
