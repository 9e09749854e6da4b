import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { NotificationsRepository } from '../list/notifications.repository.js';
import { UnreadCounts } from '../list/unread-counts.repository.js';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { ProfileProjection, SOMEONE } from '../projections/profile-projection.js';
import { enqueuePushes, isFresh } from '../push/push-queue.js';
import { followWords } from '../push/push-words.js';
import type { Tables } from '../tables.js';
import { ChangeQueue, type ChangeGroup } from './change-queue.repository.js';
import { NOTHING, type MergeResult } from './merge-result.js';

/** Of followers that arrive together, only the latest few are pushed; the list shows all of them. */
const PUSHES = 5;

/** Adds one notification per new follower. A follower who returns is not announced again. */
@Injectable()
export class FollowMerger {
  constructor(
    private readonly database: Database<Tables>,
    private readonly changes: ChangeQueue,
    private readonly notifications: NotificationsRepository,
    private readonly profiles: ProfileProjection,
    private readonly unread: UnreadCounts,
    private readonly preferences: PreferencesRepository,
  ) {}

  merge(group: ChangeGroup): Promise<MergeResult> {
    const userId = group.recipientId;
    return this.database.transaction(async (tx) => {
      const states = await this.unread.lock(tx, [userId]);
      const followers = (await this.changes.take(tx, group)).flatMap(({ actorId, silenced, occurredAt }) =>
        actorId === null || silenced ? [] : [{ actorId, at: occurredAt }],
      );
      if (followers.length === 0) return NOTHING;
      const { inApp, push } = await this.preferences.channels(tx, userId, 'follow');
      const listed = inApp ? followers : [];
      const added = await this.notifications.addMissing(
        tx,
        states,
        'follow',
        listed.map(({ actorId, at }) => ({ recipientId: userId, objectId: actorId, pollId: null, actorId, at })),
      );
      const ids = new Map(added.map(({ id, objectId }) => [objectId, id]));
      const pushed = push
        ? followers.filter(({ actorId, at }) => isFresh(at) && (!inApp || ids.has(actorId))).slice(-PUSHES)
        : [];
      const names = await this.profiles.names(
        tx.kysely,
        pushed.map(({ actorId }) => actorId),
      );
      await enqueuePushes(
        tx,
        pushed.map(({ actorId }) => ({
          userId,
          kind: 'follow',
          notificationId: ids.get(actorId),
          ...followWords(names.get(actorId) ?? SOMEONE),
          link: `/profile/${actorId}`,
          names: actorId,
        })),
      );
      return { recipients: added.map(({ id }) => ({ userId, notificationId: id })) };
    });
  }
}
