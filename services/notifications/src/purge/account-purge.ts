import { Injectable } from '@nestjs/common';
import { ACCOUNT_PURGED, DELETED_USER_ID, accountDeletionStarted, type EventData } from '@inkling/contracts';
import {
  Database,
  LAST_VERSION,
  OnEvent,
  PurgeWorker,
  repeatInBatches,
  deleteInBatches,
  type Purge,
  type Transaction,
} from '@inkling/platform';
import { sql } from 'kysely';
import { LiveNotifications } from '../list/live-notifications.js';
import { NotificationRemoval } from '../list/notification-removal.js';
import { UnreadCounts } from '../list/unread-counts.repository.js';
import { cancelNamingPushes, cancelPushes } from '../push/push-queue.js';
import type { Tables } from '../tables.js';

/** Rows in one step. */
const BATCH = 500;

/** Every column that holds a user's id, and what a purge does with it. */
export const USER_COLUMNS = {
  'profiles.user_id': 'stays without name, as a tombstone',
  'profile_changes.user_id': 'deleted',
  'poll_activity.author_id': 'replaced by DELETED_USER_ID',
  'comments.user_id': 'stays without text until the poll or the notification goes',
  'notice_changes.recipient_id': 'deleted',
  'notice_changes.actor_id': 'deleted',
  'poll_likes_seen.actor_id': 'deleted',
  'follows_seen.followed_id': 'deleted',
  'follows_seen.follower_id': 'deleted',
  'fan_outs.author_id': 'replaced by DELETED_USER_ID',
  'notices.recipient_id': 'deleted',
  'notices.actor_id': 'deleted for follows, else set to null',
  'unread_counts.user_id': 'deleted',
  'preferences.user_id': 'deleted',
  'push_tokens.user_id': 'deleted',
  'push_queue.user_id': 'deleted',
  'push_sent.user_id': 'deleted',
  'contact_messages.user_id': 'deleted',
  'blocks.blocker_id': 'deleted',
  'blocks.blocked_id': 'deleted',
  'mutes.muter_id': 'deleted',
  'mutes.muted_id': 'deleted',
  'purged_users.user_id': 'stays, as a tombstone',
} as const;

/** Rows of the person alone: table and condition, `$1` is the user. */
const OWN: readonly (readonly [string, string])[] = [
  ['notice_changes', `(recipient_id = $1 or actor_id = $1) and kind <> 'poll_deleted'`],
  ['preferences', 'user_id = $1'],
  ['push_tokens', 'user_id = $1'],
  ['push_queue', 'user_id = $1'],
  ['push_sent', 'user_id = $1'],
  ['poll_likes_seen', 'actor_id = $1'],
  ['follows_seen', 'followed_id = $1'],
  ['follows_seen', 'follower_id = $1'],
  ['mail_queue', `template = 'moderation' and status = 'waiting' and (content ->> 'userId')::bigint = $1`],
  ['profile_changes', 'user_id = $1'],
  ['contact_messages', 'user_id = $1'],
  ['blocks', 'blocker_id = $1'],
  ['blocks', 'blocked_id = $1'],
  ['mutes', 'muter_id = $1'],
  ['mutes', 'muted_id = $1'],
];

const hashOf = (address: string): string => `encode(sha256(convert_to(lower(trim(${address})), 'UTF8')), 'hex')`;

const ADDRESS = `coalesce(content ->> 'to', content ->> 'email')`;

/**
 * Rows with the address `$1`, a hash, from before the deletion began at `$2`. Later ones are not the person's: the
 * address may have a new account, and the mail that says that all is done is queued at the end.
 */
const BY_ADDRESS: readonly (readonly [string, string])[] = [
  ['contact_messages', `created_at < $2 and ${hashOf('email')} = $1`],
  ['mail_queue', `created_at < $2 and status = 'waiting' and ${hashOf(ADDRESS)} = $1`],
];

/** Removes a person from lists, queues, devices and contact messages (docs/product.md#deleting-an-account). */
@Injectable()
export class AccountPurge extends PurgeWorker {
  constructor(
    private readonly database: Database<Tables>,
    private readonly removal: NotificationRemoval,
    private readonly unread: UnreadCounts,
    private readonly live: LiveNotifications,
  ) {
    super(database, ACCOUNT_PURGED.notifications);
  }

  @OnEvent(accountDeletionStarted)
  onStarted(request: EventData<typeof accountDeletionStarted>, tx: Transaction<Tables>): Promise<void> {
    return this.begin(tx, request);
  }

  protected async purge({ request: { userId, emailHash, startedAt } }: Purge, stopping: AbortSignal): Promise<void> {
    await this.#removeProfile(userId);
    await repeatInBatches({ batch: BATCH, stopping }, () => this.#removeAnnouncements(userId));
    await repeatInBatches({ batch: BATCH, stopping }, () => this.#hideActor(userId));
    await this.#hideComments(userId);
    for (const [table, where] of OWN)
      await deleteInBatches(this.database, { table, where, values: [userId], locked: 'wait', stopping });
    // After the changes that wait, which would fill it again.
    await this.#removeList(userId);
    if (emailHash !== undefined)
      for (const [table, where] of BY_ADDRESS)
        await deleteInBatches(this.database, {
          table,
          where,
          values: [emailHash, startedAt],
          locked: 'wait',
          stopping,
        });
    await repeatInBatches({ batch: BATCH, stopping }, () => this.#moveActivity(userId));
    // Few: a fan-out is removed when it is done.
    await this.database.kysely
      .updateTable('fan_outs')
      .set({ author_id: DELETED_USER_ID })
      .where('author_id', '=', userId)
      .execute();
  }

  /** Its version keeps late profile events out. */
  async #removeProfile(userId: number): Promise<void> {
    const gone = {
      name: '',
      username: null,
      profile_picture: null,
      verified: false,
      suspended_until: null,
      version: LAST_VERSION,
    };
    await this.database.kysely
      .insertInto('profiles')
      .values({ user_id: userId, ...gone })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(gone))
      .execute();
  }

  /** Removes the notifications that this person follows somebody. */
  async #removeAnnouncements(userId: number): Promise<number> {
    const found = await this.database.kysely
      .selectFrom('notices')
      .select(['id', 'recipient_id'])
      .where('actor_id', '=', userId)
      .where('kind', '=', 'follow')
      .limit(BATCH)
      .execute();
    if (found.length === 0) return 0;
    const recipients = [...new Set(found.map((notice) => notice.recipient_id))].sort((a, b) => a - b);
    await this.database.transaction(async (tx) => {
      await this.unread.lockKnown(tx, recipients);
      await this.removal.removeThese(
        tx,
        found.map(({ id }) => id),
      );
      await cancelPushes(tx, [{ kind: 'follow', link: `/profile/${userId}` }]);
    });
    for (const recipient of recipients) this.live.notify({ userId: recipient });
    return found.length;
  }

  /** List and count go together, so that nobody sees one of them alone. */
  #removeList(userId: number): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.unread.lockKnown(tx, [userId]);
      await tx.kysely.deleteFrom('notices').where('recipient_id', '=', userId).execute();
      await tx.kysely.deleteFrom('unread_counts').where('user_id', '=', userId).execute();
    });
  }

  /** Other notifications stay and no longer say who it was. */
  async #hideActor(userId: number): Promise<number> {
    return this.database.transaction(async (tx) => {
      await cancelNamingPushes(tx, userId);
      const some = tx.kysely
        .selectFrom('notices')
        .select('id')
        .where('actor_id', '=', userId)
        .where('kind', '<>', 'follow')
        .orderBy('id')
        .limit(BATCH)
        .forUpdate();
      const hidden = await tx.kysely
        .updateTable('notices')
        .set({
          actor_id: null,
          card: sql<object | null>`card - array['version', 'name', 'username', 'picture', 'comment']`,
        })
        .where('id', 'in', some)
        .returning('id')
        .execute();
      if (hidden.length > 0)
        await tx.kysely
          .deleteFrom('push_queue')
          .where(
            'notice_id',
            'in',
            hidden.map(({ id }) => id),
          )
          .execute();
      return hidden.length;
    });
  }

  /** The rows stay, so that a comment that arrives late is ignored. */
  async #hideComments(userId: number): Promise<void> {
    await this.database.kysely
      .updateTable('comments')
      .set({ content: null })
      .where('user_id', '=', userId)
      .where('content', 'is not', null)
      .execute();
  }

  async #moveActivity(userId: number): Promise<number> {
    const { numUpdatedRows } = await this.database.kysely
      .updateTable('poll_activity')
      .set({ author_id: DELETED_USER_ID })
      .where('poll_id', 'in', (eb) =>
        eb.selectFrom('poll_activity as t').select('t.poll_id').where('t.author_id', '=', userId).limit(BATCH),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  }
}
