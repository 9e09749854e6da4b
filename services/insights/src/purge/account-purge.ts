import { Injectable } from '@nestjs/common';
import { ACCOUNT_PURGED, DELETED_USER_ID, accountDeletionStarted, type EventData } from '@inkling/contracts';
import { Database, OnEvent, PurgeWorker, repeatInBatches, type Purge, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';

/** Rows in one step. */
const BATCH = 500;

/** Every column that holds a user's id, and what a purge does with it. */
export const USER_COLUMNS = {
  'polls.author_id': 'replaced by DELETED_USER_ID',
  'user_quotas.user_id': 'deleted',
  'leases.user_id': 'replaced by DELETED_USER_ID',
  'purged_users.user_id': 'stays, as a tombstone',
} as const;

/** Takes a person's name off polls and quotas (docs/product.md#deleting-an-account). */
@Injectable()
export class AccountPurge extends PurgeWorker {
  constructor(private readonly database: Database<Tables>) {
    super(database, ACCOUNT_PURGED.insights);
  }

  @OnEvent(accountDeletionStarted)
  onStarted(request: EventData<typeof accountDeletionStarted>, tx: Transaction<Tables>): Promise<void> {
    return this.begin(tx, request);
  }

  protected async purge({ request: { userId } }: Purge, stopping: AbortSignal): Promise<void> {
    const { kysely } = this.database;
    await kysely.updateTable('leases').set({ user_id: DELETED_USER_ID }).where('user_id', '=', userId).execute();
    await kysely.deleteFrom('user_quotas').where('user_id', '=', userId).execute();
    await repeatInBatches({ batch: BATCH, stopping }, async () => {
      const { numUpdatedRows } = await kysely
        .updateTable('polls')
        .set({ author_id: DELETED_USER_ID })
        .where('poll_id', 'in', (eb) =>
          eb.selectFrom('polls as p').select('p.poll_id').where('p.author_id', '=', userId).limit(BATCH),
        )
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    });
  }
}
