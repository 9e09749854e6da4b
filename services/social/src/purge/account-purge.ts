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
import { BlocksService } from '../blocks/blocks.service.js';
import { MutedWordsService } from '../blocks/muted-words.service.js';
import { FollowsService } from '../follows/follows.service.js';
import type { Tables } from '../tables.js';

/** Rows in one step. */
const BATCH = 200;

/** Every column that holds a user's id, and what a purge does with it. */
export const USER_COLUMNS = {
  'follows.follower_id': 'deleted, as the person would unfollow',
  'follows.following_id': 'deleted, as each follower would unfollow',
  'follow_counts.user_id': 'deleted',
  'blocks.blocker_id': 'deleted, as the person would unblock',
  'blocks.blocked_id': 'deleted, as each who blocked would unblock',
  'mutes.muter_id': 'deleted, as the person would unmute',
  'mutes.muted_id': 'deleted, as each who muted would unmute',
  'muted_words.user_id': 'deleted',
  'polls.author_id': 'replaced by DELETED_USER_ID',
  'poll_authors.user_id': 'deleted',
  'profiles.user_id': 'stays without name, as a tombstone',
  'silenced_people.user_id': 'deleted',
  'person_limits.user_id': 'deleted',
  'purged_users.user_id': 'stays, as a tombstone',
} as const;

/** Removes a person from follows and from the 'Recent Polls' strip (docs/product.md#deleting-an-account). */
@Injectable()
export class AccountPurge extends PurgeWorker {
  constructor(
    private readonly database: Database<Tables>,
    private readonly follows: FollowsService,
    private readonly blocks: BlocksService,
    private readonly mutedWords: MutedWordsService,
  ) {
    super(database, ACCOUNT_PURGED.social);
  }

  @OnEvent(accountDeletionStarted)
  onStarted(request: EventData<typeof accountDeletionStarted>, tx: Transaction<Tables>): Promise<void> {
    return this.begin(tx, request);
  }

  protected async purge({ request: { userId } }: Purge, stopping: AbortSignal): Promise<void> {
    const { kysely } = this.database;
    // First, so that nobody can follow the person any more.
    const gone = { name: '', username: null, profile_picture: null, completed: false, version: LAST_VERSION };
    await kysely
      .insertInto('profiles')
      .values({ user_id: userId, ...gone })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(gone))
      .execute();
    await this.#endFollows('follower_id', userId, stopping);
    await this.#endFollows('following_id', userId, stopping);
    await this.#endStandings(userId, stopping);
    await this.mutedWords.replace(userId, []);
    await repeatInBatches({ batch: BATCH, stopping }, async () => {
      const polls = kysely.selectFrom('polls').select('poll_id').where('author_id', '=', userId);
      const { numUpdatedRows } = await kysely
        .updateTable('polls')
        .set({ author_id: DELETED_USER_ID })
        .where('poll_id', 'in', (eb) =>
          eb
            .selectFrom(
              polls
                .where('deleted', '=', false)
                .unionAll(polls.where('deleted', '=', true))
                .limit(BATCH)
                .as('some'),
            )
            .select('poll_id'),
        )
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    });
    for (const table of ['poll_authors', 'follow_counts', 'silenced_people', 'person_limits'] as const)
      await kysely.deleteFrom(table).where('user_id', '=', userId).execute();
  }

  /** As the people would do it, so that the counts of others are right and open pages see them. */
  async #endFollows(end: 'follower_id' | 'following_id', userId: number, stopping: AbortSignal): Promise<void> {
    await repeatInBatches({ batch: BATCH, stopping }, async () => {
      const follows = await this.database.kysely
        .selectFrom('follows')
        .select(['follower_id', 'following_id'])
        .where(end, '=', userId)
        .limit(BATCH)
        .execute();
      for (const { follower_id, following_id } of follows) {
        if (stopping.aborted) break;
        await this.follows.end(follower_id, following_id);
      }
      return follows.length;
    });
  }

  /** Blocks and mutes, of the person and by others; other services hear about each. */
  async #endStandings(userId: number, stopping: AbortSignal): Promise<void> {
    const { kysely } = this.database;
    await repeatInBatches({ batch: BATCH, stopping }, async () => {
      const blocks = await kysely
        .selectFrom('blocks')
        .select(['blocker_id', 'blocked_id'])
        .where((is) => is.or([is('blocker_id', '=', userId), is('blocked_id', '=', userId)]))
        .limit(BATCH)
        .execute();
      const mutes = await kysely
        .selectFrom('mutes')
        .select(['muter_id', 'muted_id'])
        .where((is) => is.or([is('muter_id', '=', userId), is('muted_id', '=', userId)]))
        .limit(BATCH)
        .execute();
      for (const { blocker_id, blocked_id } of blocks) await this.blocks.unblock(blocker_id, blocked_id);
      for (const { muter_id, muted_id } of mutes) await this.blocks.unmute(muter_id, muted_id);
      return Math.max(blocks.length, mutes.length);
    });
  }
}
