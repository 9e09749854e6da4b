import { Injectable } from '@nestjs/common';
import { OnEvent, purgedAmong, type Transaction } from '@inkling/platform';
import { userBlocked, userMuted, userUnblocked, userUnmuted, type EventData } from '@inkling/contracts';
import type { Tables } from '../tables.js';

/**
 * Blocks and mutes as social last announced them; an older version never overwrites a newer one. Nothing is stored about
 * people whose data was removed.
 */
@Injectable()
export class BlockProjection {
  @OnEvent(userBlocked)
  onBlocked(block: EventData<typeof userBlocked>, tx: Transaction<Tables>): Promise<void> {
    return this.#storeBlock(tx, block, true);
  }

  @OnEvent(userUnblocked)
  onUnblocked(block: EventData<typeof userUnblocked>, tx: Transaction<Tables>): Promise<void> {
    return this.#storeBlock(tx, block, false);
  }

  @OnEvent(userMuted)
  onMuted(mute: EventData<typeof userMuted>, tx: Transaction<Tables>): Promise<void> {
    return this.#storeMute(tx, mute, true);
  }

  @OnEvent(userUnmuted)
  onUnmuted(mute: EventData<typeof userUnmuted>, tx: Transaction<Tables>): Promise<void> {
    return this.#storeMute(tx, mute, false);
  }

  async #storeBlock(
    tx: Transaction<Tables>,
    { blockerId, blockedId, version }: EventData<typeof userBlocked>,
    active: boolean,
  ): Promise<void> {
    if ((await purgedAmong(tx, [blockerId, blockedId])).size > 0) return;
    await tx.kysely
      .insertInto('blocks')
      .values({ blocker_id: blockerId, blocked_id: blockedId, active, version })
      .onConflict((conflict) =>
        conflict
          .columns(['blocker_id', 'blocked_id'])
          .doUpdateSet({ active, version })
          .where('blocks.version', '<', version),
      )
      .execute();
  }

  async #storeMute(
    tx: Transaction<Tables>,
    { muterId, mutedId, version }: EventData<typeof userMuted>,
    active: boolean,
  ): Promise<void> {
    if ((await purgedAmong(tx, [muterId, mutedId])).size > 0) return;
    await tx.kysely
      .insertInto('mutes')
      .values({ muter_id: muterId, muted_id: mutedId, active, version })
      .onConflict((conflict) =>
        conflict
          .columns(['muter_id', 'muted_id'])
          .doUpdateSet({ active, version })
          .where('mutes.version', '<', version),
      )
      .execute();
  }
}
