import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import { sql } from 'kysely';
import { ChangeQueue, type ChangeGroup } from './change-queue.repository.js';
import { NOTHING, type MergeResult } from './merge-result.js';
import { NotificationRemoval } from '../list/notification-removal.js';
import { UnreadCounts } from '../list/unread-counts.repository.js';
import { cancelPushesAbout } from '../push/push-queue.js';
import type { Tables } from '../tables.js';
import { BlocksRepository } from '../blocks/blocks.repository.js';

/**
 * Takes a person out of another's notifications after a block. Every writer takes the lock of the recipient before it
 * looks at blocks, so whatever was written before this removal is removed by it, and nothing is written after it.
 */
@Injectable()
export class BlockRemoval {
  constructor(
    private readonly database: Database<Tables>,
    private readonly changes: ChangeQueue,
    private readonly blocks: BlocksRepository,
    private readonly notifications: NotificationRemoval,
    private readonly unread: UnreadCounts,
  ) {}

  /**
   * Removes notifications by the other person alone or of their polls, takes their name from those about votes, and
   * queues a recount of those that group them with others. Does nothing when the block was taken back meanwhile.
   */
  remove(group: ChangeGroup): Promise<MergeResult> {
    const { recipientId: userId, objectId: otherId } = group;
    return this.database.transaction(async (tx) => {
      await this.unread.lock(tx, [userId]);
      const taken = await this.changes.take(tx, group);
      if (taken.length === 0 || !(await this.blocks.between(tx, { userId, otherId })).apart) return NOTHING;
      await this.notifications.removeOfPerson(tx, userId, otherId);
      await this.#unname(tx, userId, otherId);
      await this.#queueRecounts(tx, userId, otherId);
      await cancelPushesAbout(tx, userId, otherId);
      return { recipients: [{ userId }] };
    });
  }

  /** Without a card, the list looks the other texts up. */
  async #unname({ kysely }: Transaction<Tables>, userId: number, otherId: number): Promise<void> {
    await kysely
      .updateTable('notices')
      .set({ actor_id: null, card: null })
      .where('recipient_id', '=', userId)
      .where('kind', '=', 'vote')
      .where('actor_id', '=', otherId)
      .execute();
  }

  /** Polls are locked before recipients, so the recounts run in transactions of their own. */
  async #queueRecounts(tx: Transaction<Tables>, userId: number, otherId: number): Promise<void> {
    const groups = await tx.kysely
      .selectFrom('notices as n')
      .select(['n.kind', 'n.object_id'])
      .where('n.recipient_id', '=', userId)
      .where((eb) =>
        eb.or([
          eb('n.kind', '=', 'like').and(
            eb.exists(
              eb
                .selectFrom('poll_likes_seen as l')
                .whereRef('l.poll_id', '=', 'n.object_id')
                .where('l.actor_id', '=', otherId)
                .select(sql`1`.as('one')),
            ),
          ),
          eb('n.kind', '=', 'comment').and(
            eb.exists(
              eb
                .selectFrom('comments as c')
                .whereRef('c.poll_id', '=', 'n.object_id')
                .where('c.user_id', '=', otherId)
                .where('c.content', 'is not', null)
                .select(sql`1`.as('one')),
            ),
          ),
        ]),
      )
      .execute();
    if (groups.length === 0) return;
    const occurredAt = new Date().toISOString();
    await this.changes.append(
      tx,
      groups.map(({ kind, object_id: objectId }) => ({
        recipientId: userId,
        kind: kind === 'like' ? 'like' : 'comment',
        objectId,
        occurredAt,
      })),
    );
  }
}
