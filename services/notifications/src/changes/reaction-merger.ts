import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@inkling/platform';
import { PollProjection, type KnownPoll } from '../projections/poll-projection.js';
import { PreferencesRepository, type Channels } from '../preferences/preferences.repository.js';
import { cancelPushes, enqueuePush, isFresh } from '../push/push-queue.js';
import { NOTHING, type MergeResult } from './merge-result.js';
import { ProfileProjection, SOMEONE } from '../projections/profile-projection.js';
import { ChangeQueue, type Change, type ChangeGroup, type WaitingGroup } from './change-queue.repository.js';
import { CommentsRepository } from '../projections/comments.repository.js';
import { commentWords, likeWords, voteWords, type PushWords } from '../push/push-words.js';
import { NotificationsRepository } from '../list/notifications.repository.js';
import { UnreadCounts, type ReadState } from '../list/unread-counts.repository.js';
import { VoterDraws } from './voter-draws.js';

/** A poll's creation usually arrives within this time of its first like; after it, the polls service is asked. */
const ASK_AFTER_MS = 1_000;
const WAIT_FOR_POLL_MS = 200;
/** Until someone is named after all, when the polls service could not say who. */
const NAME_LATER_MS = 5_000;

/** All that a kind of notice decides by. */
interface Situation {
  readonly tx: Transaction;
  readonly group: ChangeGroup;
  readonly poll: KnownPoll & { readonly question: string };
  readonly changes: readonly Change[];
  readonly state: ReadState;
  readonly channels: Channels;
  /** Of the latest change. */
  readonly at: number;
}

/** Notices to a poll's author of votes, likes and comments: one of each kind per poll. */
@Injectable()
export class ReactionMerger {
  constructor(
    private readonly database: Database,
    private readonly polls: PollProjection,
    private readonly changes: ChangeQueue,
    private readonly notifications: NotificationsRepository,
    private readonly comments: CommentsRepository,
    private readonly profiles: ProfileProjection,
    private readonly unread: UnreadCounts,
    private readonly preferences: PreferencesRepository,
    private readonly voters: VoterDraws,
  ) {}

  /** @throws ApiError `unavailable` when the poll is not known and cannot be asked for */
  async merge(group: WaitingGroup & { readonly kind: 'vote' | 'like' | 'comment' }): Promise<MergeResult> {
    const known = await this.polls.find(group.objectId);
    if (!known || (!known.deleted && known.question === null)) {
      if (group.age < ASK_AFTER_MS) return { recipients: [], postponeMs: WAIT_FOR_POLL_MS };
      await this.polls.fetch(group.objectId, group.recipientId);
    }
    const candidates = group.kind === 'vote' ? await this.voters.candidates(group, known) : undefined;
    return this.database.transaction(async (tx) => {
      const poll = await this.polls.lock(tx, group.objectId, group.recipientId);
      const changes = await this.changes.take(tx, group);
      if (changes.length === 0) return NOTHING;
      if (poll.deleted) {
        // What came after the deletion goes with the rest.
        await this.changes.append(tx, [
          {
            recipientId: group.recipientId,
            kind: 'poll_deleted',
            objectId: group.objectId,
            occurredAt: new Date().toISOString(),
          },
        ]);
        return NOTHING;
      }
      if (poll.question === null) throw new Error('A notice needs the poll that it is about');
      const state = await this.unread.lockOne(tx, group.recipientId);
      const channels = await this.preferences.channels(tx, group.recipientId, group.kind);
      // Not spread: after a long pause there may be more of them than a call takes arguments.
      const at = changes.reduce((latest, { occurredAt }) => Math.max(latest, occurredAt), -Infinity);
      const situation: Situation = {
        tx,
        group,
        poll: { ...poll, question: poll.question },
        changes,
        state,
        channels,
        at,
      };
      if (group.kind === 'vote') return this.#votes(situation, candidates);
      return group.kind === 'like' ? this.#likes(situation) : this.#comments(situation);
    });
  }

  /**
   * Somebody is named only after a draw that leaves every voter's option open, and then one of all voters by chance:
   * the author sees counts move, and a name that came with a single vote would give that vote away (ADR 5).
   * @param candidates voters in random order; undefined when they are not known
   */
  async #votes(
    { tx, group, poll, changes, state, channels, at }: Situation,
    candidates: readonly number[] | undefined,
  ): Promise<MergeResult> {
    const added = changes.reduce((sum, { amount }) => sum + amount, 0);
    const votes = poll.votes + added;
    const due = this.voters.isDue(votes, poll.namedVotes);
    const naming = due && candidates !== undefined;
    const named = naming
      ? await this.preferences.nameable(tx, [{ pollId: poll.pollId, userIds: candidates }], this.voters.minVoters)
      : undefined;
    const actorId = named?.get(poll.pollId) ?? null;
    await this.polls.setVotes(tx, poll.pollId, votes, naming ? votes : poll.namedVotes);
    if (due && !naming) await this.changes.retryNaming(tx, group, NAME_LATER_MS);
    if (added === 0) {
      const notificationId =
        actorId === null || !channels.inApp
          ? undefined
          : await this.notifications.name(tx, group.recipientId, poll.pollId, actorId);
      return notificationId === undefined ? NOTHING : { recipients: [{ userId: group.recipientId, notificationId }] };
    }
    const notice = channels.inApp
      ? await this.notifications.grow(tx, state, {
          kind: 'vote',
          objectId: poll.pollId,
          pollId: poll.pollId,
          actorId,
          commentId: null,
          count: votes,
          at,
        })
      : undefined;
    const name = actorId === null ? null : ((await this.profiles.names(tx, [actorId])).get(actorId) ?? null);
    return this.#notify({ tx, group, channels, at }, notice?.id, voteWords(name, votes, poll.question), actorId);
  }

  /** The changes are of people who like the poll for the first time. */
  async #likes({ tx, group, poll, changes, state, channels, at }: Situation): Promise<MergeResult> {
    const actorId = changes.at(-1)!.actorId;
    const notice = channels.inApp
      ? await this.notifications.grow(tx, state, {
          kind: 'like',
          objectId: poll.pollId,
          pollId: poll.pollId,
          actorId,
          commentId: null,
          count: changes.length,
          add: true,
          at,
        })
      : undefined;
    const name = await this.#nameOf(tx, actorId);
    return this.#notify(
      { tx, group, channels, at },
      notice?.id,
      likeWords(name, notice?.count ?? changes.length, poll.question),
    );
  }

  /**
   * The notice carries the latest comment that is there; a deleted one gives way to the one before, and the last takes
   * the notice with it.
   */
  async #comments({ tx, group, poll, changes, state, channels }: Situation): Promise<MergeResult> {
    const summary = await this.comments.summary(
      tx,
      poll.pollId,
      changes.flatMap(({ commentId }) => commentId ?? []),
    );
    // Of a push without a notice it is not known whose comment it says.
    if (!summary?.hasNew) await cancelPushes(tx, [{ kind: 'comment', link: `/poll/${poll.pollId}` }]);
    if (!summary) {
      const removed = await this.notifications.removeGroup(tx, group.recipientId, 'comment', poll.pollId);
      return removed ? { recipients: [{ userId: group.recipientId }] } : NOTHING;
    }
    const { commentId, userId, content, at, people, hasNew } = summary;
    const said = {
      kind: 'comment' as const,
      objectId: poll.pollId,
      pollId: poll.pollId,
      actorId: userId,
      commentId,
      count: people,
      at,
    };
    if (!hasNew) {
      const corrected = await this.notifications.correct(tx, group.recipientId, said);
      if (!corrected) return NOTHING;
      // What waits to be sent says the comment that is gone.
      if (corrected.replaced) await cancelPushes(tx, [{ kind: 'comment', notificationId: corrected.id, link: '' }]);
      return { recipients: [{ userId: group.recipientId }] };
    }
    const notice = channels.inApp ? await this.notifications.grow(tx, state, said) : undefined;
    // One that is switched off and may come back must not keep a comment that is gone.
    if (!notice) await this.notifications.correct(tx, group.recipientId, said);
    return this.#notify({ tx, group, channels, at }, notice?.id, commentWords(await this.#nameOf(tx, userId), content));
  }

  async #nameOf(tx: Transaction, userId: number | null): Promise<string> {
    return userId === null ? SOMEONE : ((await this.profiles.names(tx, [userId])).get(userId) ?? SOMEONE);
  }

  async #notify(
    { tx, group, channels, at }: Pick<Situation, 'tx' | 'group' | 'channels' | 'at'>,
    notificationId: number | undefined,
    words: PushWords,
    names: number | null = null,
  ): Promise<MergeResult> {
    const { recipientId: userId, kind, objectId } = group;
    if (channels.push && kind !== 'poll_deleted' && isFresh(at)) {
      await enqueuePush(tx, {
        userId,
        kind,
        ...(notificationId === undefined ? {} : { notificationId }),
        ...words,
        link: `/poll/${objectId}`,
        ...(names === null ? {} : { names }),
      });
    }
    return notificationId === undefined ? NOTHING : { recipients: [{ userId, notificationId }] };
  }
}
