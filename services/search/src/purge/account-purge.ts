import { Injectable } from '@nestjs/common';
import { ACCOUNT_PURGED, DELETED_USER_ID, accountDeletionStarted, type EventData } from '@inkling/contracts';
import {
  Database,
  LAST_VERSION,
  OnEvent,
  PurgeWorker,
  repeatInBatches,
  type Purge,
  type Transaction,
} from '@inkling/platform';
import { sql } from 'kysely';
import { TOMBSTONE, dropUnused, indexed } from '../polls/poll-index.js';
import { SilencedPeople } from '../silence/silenced-people.js';
import type { Tables } from '../tables.js';
import { dropUnusedWords } from '../vocabulary/vocabulary.js';

/** Polls in one step; fewer where their words have to be looked up, as each may have hundreds of its own. */
const BATCH = { anonymous: 500, delete: 20 } as const;

/** Every column that holds a user's id, and what a purge does with it. */
export const USER_COLUMNS = {
  'user_documents.user_id': 'stays without name, as a tombstone',
  'poll_documents.author_id': 'replaced by DELETED_USER_ID',
  'recent_searches.user_id': 'deleted',
  'person_limits.user_id': 'deleted',
  'blocks.blocker_id': 'deleted',
  'blocks.blocked_id': 'deleted',
  'mutes.muter_id': 'deleted',
  'mutes.muted_id': 'deleted',
  'restricted_authors.user_id': 'deleted',
  'audience_follows.author_id': 'deleted',
  'audience_follows.follower_id': 'deleted',
  'purged_users.user_id': 'stays, as a tombstone',
} as const;

/** Removes a person from the index, and what they searched for (docs/product.md#deleting-an-account). */
@Injectable()
export class AccountPurge extends PurgeWorker {
  constructor(
    private readonly database: Database<Tables>,
    private readonly silenced: SilencedPeople,
  ) {
    super(database, ACCOUNT_PURGED.search);
  }

  @OnEvent(accountDeletionStarted)
  onStarted(request: EventData<typeof accountDeletionStarted>, tx: Transaction<Tables>): Promise<void> {
    return this.begin(tx, request);
  }

  protected async purge({ request: { userId, polls } }: Purge, stopping: AbortSignal): Promise<void> {
    const { kysely } = this.database;
    await this.database.transaction((tx) => this.#removeDocument(tx, userId));
    for (const table of ['recent_searches', 'person_limits'] as const)
      await kysely.deleteFrom(table).where('user_id', '=', userId).execute();
    for (const end of ['blocker_id', 'blocked_id'] as const)
      await kysely.deleteFrom('blocks').where(end, '=', userId).execute();
    for (const end of ['muter_id', 'muted_id'] as const)
      await kysely.deleteFrom('mutes').where(end, '=', userId).execute();
    await this.silenced.forget(userId, stopping);
    // The polls service announces every poll that it deletes, which may arrive after this purge has confirmed.
    const gone = polls === 'delete' ? TOMBSTONE : {};
    const batch = BATCH[polls];
    await repeatInBatches({ batch, stopping }, () =>
      this.database.transaction(async (tx) => {
        const own = await tx.kysely
          .selectFrom('poll_documents')
          .select('poll_id')
          .where('author_id', '=', userId)
          .limit(batch)
          .execute();
        if (own.length === 0) return 0;
        const pollIds = own.map(({ poll_id }) => poll_id);
        const before = await indexed(tx, pollIds);
        await tx.kysely
          .updateTable('poll_documents')
          .set({ ...gone, author_id: DELETED_USER_ID })
          .where('poll_id', 'in', pollIds)
          .execute();
        if (polls === 'delete') await dropUnused(tx, before);
        return own.length;
      }),
    );
  }

  /** Its version keeps late profile events out. */
  async #removeDocument(tx: Transaction<Tables>, userId: number): Promise<void> {
    const gone = {
      name: '',
      username: null,
      profile_picture: null,
      username_key: null,
      name_text: null,
      tokens: '',
      version: LAST_VERSION,
    };
    const before = await tx.kysely
      .selectFrom('user_documents')
      .select(sql<string[]>`tsvector_to_array(tokens)`.as('tokens'))
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    await tx.kysely
      .insertInto('user_documents')
      .values({ user_id: userId, ...gone })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(gone))
      .execute();
    await dropUnusedWords(tx, before?.tokens ?? []);
  }
}
