import { Injectable } from '@nestjs/common';
import { ACCOUNT_PURGED, type Envelope, type EventData } from '@inkling/contracts';
import { OnEvent, producerOf, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { DeletionsRepository } from './deletions.repository.js';

type Purged = EventData<(typeof ACCOUNT_PURGED)['polls']>;

/** Records which services have confirmed a deletion. The saga's next run ends it. */
@Injectable()
export class DeletionConfirmations {
  constructor(private readonly deletions: DeletionsRepository) {}

  @OnEvent(ACCOUNT_PURGED.polls)
  @OnEvent(ACCOUNT_PURGED.social)
  @OnEvent(ACCOUNT_PURGED.notifications)
  @OnEvent(ACCOUNT_PURGED.search)
  @OnEvent(ACCOUNT_PURGED.insights)
  @OnEvent(ACCOUNT_PURGED.community)
  async onPurged({ userId }: Purged, tx: Transaction<Tables>, { type }: Envelope): Promise<void> {
    await this.deletions.confirm(tx, userId, producerOf(type));
  }
}
