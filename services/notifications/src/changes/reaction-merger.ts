import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import { NotificationRemoval } from '../list/notification-removal.js';
import { NotificationsRepository } from '../list/notifications.repository.js';
import { UnreadCounts, type ReadState } from '../list/unread-counts.repository.js';
import { PreferencesRepository, type Channels } from '../preferences/preferences.repository.js';
import { CommentsRepository } from '../projections/comments.repository.js';
import { PollProjection } from '../projections/poll-projection.js';
import { ProfileProjection } from '../projections/profile-projection.js';
import { cancelPushes, enqueuePush, isFresh } from '../push/push-queue.js';
import { commentWords, likeWords, type PushWords } from '../push/push-words.js';
import type { Tables } from '../tables.js';
import { ChangeQueue, type Change, type WaitingGroup } from './change-queue.repository.js';
import { NOTHING, type MergeResult } from './merge-result.js';

export type ReactionKind = 'like' | 'comment';

/** Everything that decides about one notification. */
interface Reaction {
  readonly tx: Transaction<Tables>;
  readonly kind: ReactionKind;
  readonly recipientId: number;
  readonly pollId: number;
  readonly question: string;
  readonly changes: readonly Change[];
  readonly state: ReadState;
  readonly channels: Channels;
  /** Time of the latest change, in milliseconds since the epoch. */
  readonly at: number;
}

/** Merges likes and comments on a poll into notifications for its author: one of each kind per poll. */
@Injectable()
export class ReactionMerger {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollProjection,
    private readonly changes: ChangeQueue,
    private readonly notifications: NotificationsRepository,
    private readonly removal: NotificationRemoval,
    private readonly comments: CommentsRepository,
    private readonly profiles: ProfileProjection,
    private readonly unread: UnreadCounts,
    private readonly preferences: PreferencesRepository,
  ) {}

  /** @throws ApiError `unavailable` when the poll is unknown and the polls service cannot be asked */
  async merge(group: WaitingGroup, kind: ReactionKind): Promise<MergeResult> {
    const { recipientId, objectId: pollId } = group;
    const waitMs = await this.polls.ensureKnown(pollId, recipientId, group.age);
    if (waitMs > 0) return { recipients: [], postponeMs: waitMs };
    return this.database.transaction(async (tx) => {
      const { deleted, question } = await this.polls.lock(tx, pollId, recipientId);
      const state = await this.unread.lockOne(tx, recipientId);
      const changes = (await this.changes.take(tx, group)).filter(({ silenced }) => !silenced);
      if (changes.length === 0) return NOTHING;
      if (deleted) {
        // Changes that arrive after the deletion are removed with the rest.
        const occurredAt = new Date().toISOString();
        await this.changes.append(tx, [{ recipientId, kind: 'poll_deleted', objectId: pollId, occurredAt }]);
        return NOTHING;
      }
      if (question === null) throw new Error('A notification needs the question of its poll');
      const channels = await this.preferences.channels(tx, recipientId, kind);
      // No spread: after a long outage there may be more changes than a call can have arguments.
      const at = changes.reduce((latest, { occurredAt }) => Math.max(latest, occurredAt), -Infinity);
      const reaction: Reaction = { tx, kind, recipientId, pollId, question, changes, state, channels, at };
      return kind === 'like' ? this.#likes(reaction) : this.#comments(reaction);
    });
  }

  /** Each change is a person who likes the poll for the first time; one without a person asks for a recount. */
  async #likes(reaction: Reaction): Promise<MergeResult> {
    const actorIds = reaction.changes.flatMap(({ actorId }) => actorId ?? []);
    const recounted = actorIds.length < reaction.changes.length ? await this.#recountLikes(reaction) : NOTHING;
    return actorIds.length > 0 ? this.#newLikes(reaction, actorIds) : recounted;
  }

  /** Counts the people again, without those whom a block keeps out; of nobody, there is no notification. */
  async #recountLikes({ tx, recipientId, pollId }: Reaction): Promise<MergeResult> {
    const likes = await this.notifications.likesOf(tx, recipientId, pollId);
    if (!likes) return NOTHING;
    const { actorId, people: count, at } = likes;
    const shown = { kind: 'like', objectId: pollId, pollId, actorId, commentId: null, count, at } as const;
    if (count === 0) await this.removal.removeGroup(tx, recipientId, 'like', pollId);
    else await this.notifications.correct(tx, recipientId, shown);
    return { recipients: [{ userId: recipientId }] };
  }

  async #newLikes(reaction: Reaction, actorIds: readonly number[]): Promise<MergeResult> {
    const { tx, pollId, question, state, channels, at } = reaction;
    const actorId = actorIds.at(-1)!;
    const grown = channels.inApp
      ? await this.notifications.grow(tx, state, {
          kind: 'like',
          objectId: pollId,
          pollId,
          actorId,
          commentId: null,
          count: actorIds.length,
          add: true,
          at,
          likedBy: actorIds,
        })
      : undefined;
    const name = await this.profiles.nameOf(tx.kysely, actorId);
    return this.#notify(reaction, grown?.id, actorId, likeWords(name, grown?.count ?? actorIds.length, question));
  }

  /**
   * The notification shows the latest comment that exists. When that one is deleted, it shows the one before; when all
   * are deleted, it is removed.
   */
  async #comments(reaction: Reaction): Promise<MergeResult> {
    const { tx, recipientId, pollId, changes, state, channels } = reaction;
    const newIds = changes.flatMap(({ commentId }) => commentId ?? []);
    const summary = await this.comments.summary(tx, { pollId, recipientId, newIds });
    // A waiting push without a notification may quote a deleted comment; nothing tells which comment it quotes.
    if (!summary?.hasNew) await cancelPushes(tx, [{ kind: 'comment', link: `/poll/${pollId}` }]);
    if (!summary) {
      const removed = await this.removal.removeGroup(tx, recipientId, 'comment', pollId);
      return removed ? { recipients: [{ userId: recipientId }] } : NOTHING;
    }
    const { commentId, userId: actorId, content, at, people: count, hasNew } = summary;
    const shown = { kind: 'comment', objectId: pollId, pollId, actorId, commentId, count, at } as const;
    if (!hasNew) {
      const corrected = await this.notifications.correct(tx, recipientId, shown);
      if (!corrected) return NOTHING;
      // The waiting push quotes the deleted comment.
      if (corrected.replaced) await cancelPushes(tx, [{ kind: 'comment', notificationId: corrected.id, link: '' }]);
      return { recipients: [{ userId: recipientId }] };
    }
    const grown = channels.inApp ? await this.notifications.grow(tx, state, shown) : undefined;
    // A notification that is switched off may be switched on again, and must not show a deleted comment then.
    if (!grown) await this.notifications.correct(tx, recipientId, shown);
    return this.#notify(
      { ...reaction, at },
      grown?.id,
      actorId,
      commentWords(await this.profiles.nameOf(tx.kysely, actorId), content),
    );
  }

  async #notify(
    { tx, kind, recipientId: userId, pollId, channels, at }: Reaction,
    notificationId: number | undefined,
    names: number,
    words: PushWords,
  ): Promise<MergeResult> {
    if (channels.push && isFresh(at))
      await enqueuePush(tx, { userId, kind, notificationId, ...words, link: `/poll/${pollId}`, names });
    return notificationId === undefined ? NOTHING : { recipients: [{ userId, notificationId }] };
  }
}
