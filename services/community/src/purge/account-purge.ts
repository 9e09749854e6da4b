import { Injectable } from '@nestjs/common';
import { ACCOUNT_PURGED, accountDeletionStarted, type EventData } from '@inkling/contracts';
import { Database, NOW, OnEvent, PurgeWorker, type Purge, type Transaction } from '@inkling/platform';
import { ACT_USER_COLUMNS, ActPurge } from '../acts/act-purge.js';
import { CasePurge } from '../cases/case-purge.js';
import { Log } from '../log/log.js';
import type { Tables } from '../tables.js';
import { forgetOnInstance } from './instance-purge.js';

/** Every column that holds a user's id, and what a purge does with it. */
export const USER_COLUMNS = {
  'announcements.announced_by': 'set to null',
  ...ACT_USER_COLUMNS,
  'reports.reporter_id': 'set to null, with the words',
  'cases.author_id': 'set to null, with the content',
  'cases.taken_by': 'set to null',
  'flag_windows.person_id': 'deleted',
  'invitations.maker_id': 'set to null, and the invitation ends',
  'invitation_uses.user_id': 'set to null',
  'sign_up_requests.user_id': 'deleted',
  'log_entries.actor_id': 'set to null',
  'log_entries.person_id': 'set to null, with the details',
  'pages.published_by': 'set to null',
  'person_limits.user_id': 'deleted',
  'purged_users.user_id': 'stays, as a tombstone',
  'settings.changed_by': 'set to null',
  'terms_acceptances.user_id': 'deleted',
} as const;

/** Takes a person out of reports, cases and decisions (docs/product.md#deleting-an-account). */
@Injectable()
export class AccountPurge extends PurgeWorker {
  constructor(
    private readonly database: Database<Tables>,
    private readonly acts: ActPurge,
    private readonly cases: CasePurge,
    private readonly log: Log,
  ) {
    super(database, ACCOUNT_PURGED.community);
  }

  @OnEvent(accountDeletionStarted)
  onStarted(request: EventData<typeof accountDeletionStarted>, tx: Transaction<Tables>): Promise<void> {
    return this.begin(tx, request);
  }

  protected async purge({ request: { userId, polls } }: Purge, stopping: AbortSignal): Promise<void> {
    await this.acts.forget(userId, stopping);
    await this.cases.forget(userId, polls === 'delete', stopping);
    await this.log.forget(userId, stopping);
    const { kysely } = this.database;
    await forgetOnInstance(kysely, userId);
    await kysely.deleteFrom('flag_windows').where('person_id', '=', userId).execute();
    await kysely.deleteFrom('person_limits').where('user_id', '=', userId).execute();
    await this.#forgetJoining(userId);
  }

  /** Invitations end with their maker; places that were taken stay taken. */
  async #forgetJoining(userId: number): Promise<void> {
    const { kysely } = this.database;
    await kysely
      .updateTable('invitations')
      .set({ maker_id: null, withdrawn_at: (eb) => eb.fn.coalesce('withdrawn_at', NOW) })
      .where('maker_id', '=', userId)
      .execute();
    await kysely.updateTable('invitation_uses').set({ user_id: null }).where('user_id', '=', userId).execute();
    await kysely.deleteFrom('sign_up_requests').where('user_id', '=', userId).execute();
  }
}
