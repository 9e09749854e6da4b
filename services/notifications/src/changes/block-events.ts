import { Injectable } from '@nestjs/common';
import { userBlocked, userMuted, userUnblocked, userUnmuted, type Envelope, type EventData } from '@inkling/contracts';
import { OnEvent, storeBlock, storeMute, type Transaction } from '@inkling/platform';
import { ChangeQueue } from './change-queue.repository.js';
import { ChangeWorker } from './change-worker.js';
import type { Tables } from '../tables.js';

/**
 * Keeps the projection of blocks and mutes. A block queues the removal of what the two have caused in each other's
 * lists. Mutes change no list: they keep further notifications out.
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
    if (!(await storeBlock(tx, block, true))) return;
    const { blockerId, blockedId } = block;
    await this.changes.append(tx, [
      { recipientId: blockerId, kind: 'block', objectId: blockedId, occurredAt },
      { recipientId: blockedId, kind: 'block', objectId: blockerId, occurredAt },
    ]);
    this.worker.wakeSoon();
  }

  @OnEvent(userUnblocked)
  async onUnblocked(block: EventData<typeof userUnblocked>, tx: Transaction<Tables>): Promise<void> {
    await storeBlock(tx, block, false);
  }

  @OnEvent(userMuted)
  async onMuted(mute: EventData<typeof userMuted>, tx: Transaction<Tables>): Promise<void> {
    await storeMute(tx, mute, true);
  }

  @OnEvent(userUnmuted)
  async onUnmuted(mute: EventData<typeof userUnmuted>, tx: Transaction<Tables>): Promise<void> {
    await storeMute(tx, mute, false);
  }
}
