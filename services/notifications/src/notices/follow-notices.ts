import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { enqueuePushes } from '../push/push-queue.js';
import { NOTHING, isFresh, type Fold } from './fold.js';
import { NoticeChanges, type ChangeGroup } from './notice-changes.repository.js';
import { NoticeFacts } from './notice-facts.repository.js';
import { SOMEONE, followWords } from './notice-words.js';
import { NoticesRepository } from './notices.repository.js';
import { UnreadCounts } from './unread-counts.repository.js';

/** Pushes for new followers that come together: the latest; the list has them all. */
const PUSHES = 5;

/** Notices of new followers: one per follower, once. */
@Injectable()
export class FollowNotices {
  constructor(
    private readonly database: Database,
    private readonly changes: NoticeChanges,
    private readonly notices: NoticesRepository,
    private readonly facts: NoticeFacts,
    private readonly unread: UnreadCounts,
    private readonly preferences: PreferencesRepository,
  ) {}

  fold(group: ChangeGroup): Promise<Fold> {
    const userId = group.recipientId;
    return this.database.transaction(async (tx) => {
      const followers = (await this.changes.take(tx, group)).flatMap(({ actorId, occurredAt }) =>
        actorId === null ? [] : [{ actorId, at: occurredAt }],
      );
      if (followers.length === 0) return NOTHING;
      const states = await this.unread.lock(tx, [userId]);
      const { inApp, push } = await this.preferences.channels(tx, userId, 'follow');
      const wanted = inApp ? followers : [];
      const added = await this.notices.addMissing(
        tx,
        states,
        'follow',
        wanted.map(({ actorId, at }) => ({ recipientId: userId, objectId: actorId, pollId: null, actorId, at })),
      );
      const ids = new Map(added.map(({ id, objectId }) => [objectId, id]));
      const told = push
        ? followers.filter(({ actorId, at }) => isFresh(at) && (!inApp || ids.has(actorId))).slice(-PUSHES)
        : [];
      const names = await this.facts.names(
        tx,
        told.map(({ actorId }) => actorId),
      );
      await enqueuePushes(
        tx,
        told.map(({ actorId }) => {
          const noticeId = ids.get(actorId);
          return {
            userId,
            kind: 'follow',
            ...(noticeId === undefined ? {} : { noticeId }),
            ...followWords(names.get(actorId) ?? SOMEONE),
            link: `/profile/${actorId}`,
          };
        }),
      );
      return { told: added.map(({ id }) => ({ userId, noticeId: id })) };
    });
  }
}
