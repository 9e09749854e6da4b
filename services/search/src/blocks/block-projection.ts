import { Injectable } from '@nestjs/common';
import { OnEvent, storeBlock, storeMute, type Transaction } from '@inkling/platform';
import { userBlocked, userMuted, userUnblocked, userUnmuted, type EventData } from '@inkling/contracts';

/** Blocks and mutes as social last announced them. */
@Injectable()
export class BlockProjection {
  @OnEvent(userBlocked)
  async onBlocked(block: EventData<typeof userBlocked>, tx: Transaction): Promise<void> {
    await storeBlock(tx, block, true);
  }

  @OnEvent(userUnblocked)
  async onUnblocked(block: EventData<typeof userUnblocked>, tx: Transaction): Promise<void> {
    await storeBlock(tx, block, false);
  }

  @OnEvent(userMuted)
  async onMuted(mute: EventData<typeof userMuted>, tx: Transaction): Promise<void> {
    await storeMute(tx, mute, true);
  }

  @OnEvent(userUnmuted)
  async onUnmuted(mute: EventData<typeof userUnmuted>, tx: Transaction): Promise<void> {
    await storeMute(tx, mute, false);
  }
}
