import { Injectable } from '@nestjs/common';
import { userBlocked, userMuted, userUnblocked, userUnmuted, type Envelope, type EventData } from '@inkling/contracts';
import { OnEvent, purgedAmong, type Transaction } from '@inkling/platform';
import { ChangeQueue } from './change-queue.repository.js';
import { ChangeWorker } from './change-worker.js';
import type { Tables } from '../tables.js';

/**
 * Keeps the projection of blocks and mutes, in which an older version never overwrites a newer one. A block queues the
 * removal of what the two have caused in each other's lists. Mutes change no list: they keep further notifications out.
 */
@Injectable()
export class BlockEvents {
  constructor(
    private readonly changes: ChangeQueue,
    private readonly worker: ChangeWorker,
  ) {}

  @OnEvent(userBlocked)
  async onBlocked(
    block: EventData<typeof userBlocked>,
    tx: Transaction<Tables>,
    { occurredAt }: Envelope,
  ): Promise<void> {
    if (!(await this.#storeBlock(tx, block, true))) return;
    const { blockerId, blockedId } = block;
    await this.changes.append(tx, [
      { recipientId: blockerId, kind: 'block', objectId: blockedId, occurredAt },
      { recipientId: blockedId, kind: 'block', objectId: blockerId, occurredAt },
    ]);
    this.worker.wakeSoon();
  }

  @OnEvent(userUnblocked)
  async onUnblocked(block: EventData<typeof userUnblocked>, tx: Transaction<Tables>): Promise<void> {
    await this.#storeBlock(tx, block, false);
  }

  @OnEvent(userMuted)
  onMuted(mute: EventData<typeof userMuted>, tx: Transaction<Tables>): Promise<void> {
    return this.#storeMute(tx, mute, true);
  }

  @OnEvent(userUnmuted)
  onUnmuted(mute: EventData<typeof userUnmuted>, tx: Transaction<Tables>): Promise<void> {
    return this.#storeMute(tx, mute, false);
  }

  /** @returns false when a newer version is stored already, or the data of one of the two was removed */
  async #storeBlock(
    tx: Transaction<Tables>,
    { blockerId, blockedId, version }: EventData<typeof userBlocked>,
    active: boolean,
  ): Promise<boolean> {
    if ((await purgedAmong(tx, [blockerId, blockedId])).size > 0) return false;
    const stored = await tx.kysely
      .insertInto('blocks')
      .values({ blocker_id: blockerId, blocked_id: blockedId, active, version })
      .onConflict((conflict) =>
        conflict
          .columns(['blocker_id', 'blocked_id'])
          .doUpdateSet({ active, version })
          .where('blocks.version', '<', version),
      )
      .executeTakeFirstOrThrow();
    return stored.numInsertedOrUpdatedRows === 1n;
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
