import { Injectable } from '@nestjs/common';
import { DELETED_USER_ID, pollsRpc, socialRpc } from '@inkling/contracts';
import { Database, RpcClient, type Transaction } from '@inkling/platform';
import { BlocksRepository } from '../blocks/blocks.repository.js';
import type { Recipient } from '../list/live-notifications.js';
import { NotificationsRepository } from '../list/notifications.repository.js';
import { UnreadCounts } from '../list/unread-counts.repository.js';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { PollProjection, type KnownPoll } from '../projections/poll-projection.js';
import { ProfileProjection } from '../projections/profile-projection.js';
import { enqueuePushes, isFresh } from '../push/push-queue.js';
import { endedWords, newPollWords } from '../push/push-words.js';
import type { Tables } from '../tables.js';
import { FanOuts, type FanOut } from './fan-outs.repository.js';

/** Users notified in one transaction. */
const PAGE = 1_000;

export interface FanOutPage {
  readonly recipients: readonly Recipient[];
  /** Where to continue; undefined when all have been notified. */
  readonly next: FanOut | undefined;
}

/**
 * Notifies one page of users at a time. The position advances in the transaction that notifies them, so nobody is
 * notified twice.
 */
@Injectable()
export class FanOutPages {
  constructor(
    private readonly database: Database<Tables>,
    private readonly rpc: RpcClient,
    private readonly fanOuts: FanOuts,
    private readonly polls: PollProjection,
    private readonly notifications: NotificationsRepository,
    private readonly profiles: ProfileProjection,
    private readonly unread: UnreadCounts,
    private readonly preferences: PreferencesRepository,
    private readonly blocks: BlocksRepository,
  ) {}

  /** @throws ApiError `unavailable` when the service that knows the next users cannot be asked */
  notifyPage(work: FanOut): Promise<FanOutPage> {
    return work.kind === 'poll_ended' ? this.#ended(work) : this.#newPoll(work);
  }

  /** A poll's end goes to its voters, to who asked to be told, and to its author, who is in the first page. */
  async #ended(work: FanOut): Promise<FanOutPage> {
    const { pollId, authorId, afterId, occurredAt: at } = work;
    const { userIds } = await this.rpc.call(pollsRpc.endRecipients, { pollId, after: afterId, limit: PAGE });
    return this.#page(work, userIds, async (tx, poll) => {
      const { question, leaders } = poll;
      const author = afterId === 0 && authorId !== DELETED_USER_ID ? [authorId] : [];
      const all = [...author, ...userIds.filter((id) => id !== authorId)];
      const states = await this.unread.lock(tx, all);
      const deaf = await this.blocks.deafTo(tx, authorId);
      const seeing = await this.#stillSeeing(poll, userIds, () =>
        this.rpc.call(pollsRpc.endRecipients, { pollId, after: afterId, limit: PAGE }),
      );
      const users = [...author, ...seeing.filter((id) => id !== authorId)].filter((id) => !deaf.has(id));
      const { inApp, push } = await this.preferences.wanting(tx, users, 'poll_ended');
      const added = await this.notifications.addMissing(
        tx,
        states,
        'poll_ended',
        inApp.map((recipientId) => ({ recipientId, objectId: pollId, pollId, actorId: null, at })),
      );
      const ids = new Map(added.map(({ id, recipientId }) => [recipientId, id]));
      if (isFresh(at))
        await enqueuePushes(
          tx,
          push.map((userId) => ({
            userId,
            kind: 'poll_ended',
            notificationId: ids.get(userId),
            ...endedWords(userId === authorId, question, leaders ?? []),
            link: `/poll/${pollId}`,
            names: authorId,
          })),
        );
      return added.map(({ id, recipientId }) => ({ userId: recipientId, notificationId: id }));
    });
  }

  /**
   * Those of the users who still see the poll. They are locked, so that whoever leaves the audience later is removed
   * from the notifications afterwards.
   */
  async #stillSeeing(
    { forFollowers }: KnownPoll,
    userIds: readonly number[],
    again: () => Promise<{ userIds: number[] }>,
  ): Promise<readonly number[]> {
    if (!forFollowers) return userIds;
    const now = new Set((await again()).userIds);
    return userIds.filter((id) => now.has(id));
  }

  /** A new poll goes to its author's followers, only as push. */
  async #newPoll(work: FanOut): Promise<FanOutPage> {
    const { pollId, authorId, afterId, occurredAt } = work;
    if (!isFresh(occurredAt) || !(await this.#anyDevice())) {
      await this.fanOuts.finish(this.database.kysely, work);
      return { recipients: [], next: undefined };
    }
    const followerIds = () => this.rpc.call(socialRpc.followerIds, { userId: authorId, after: afterId, limit: PAGE });
    const { userIds } = await followerIds();
    return this.#page(work, userIds, async (tx, poll) => {
      const { question } = poll;
      if (poll.forFollowers) await this.unread.lock(tx, userIds);
      const deaf = await this.blocks.deafTo(tx, authorId);
      const followers = (await this.#stillSeeing(poll, userIds, followerIds)).filter(
        (id) => id !== authorId && !deaf.has(id),
      );
      const { push } = await this.preferences.wanting(tx, followers, 'new_poll');
      const words = newPollWords(await this.profiles.nameOf(tx.kysely, authorId), question);
      await enqueuePushes(
        tx,
        push.map((userId) => ({ userId, kind: 'new_poll', ...words, link: `/poll/${pollId}`, names: authorId })),
      );
      return [];
    });
  }

  /** Notifies `userIds` in one transaction, unless another process has continued this work or the poll is deleted. */
  #page(
    work: FanOut,
    userIds: readonly number[],
    notify: (tx: Transaction<Tables>, poll: KnownPoll & { readonly question: string }) => Promise<Recipient[]>,
  ): Promise<FanOutPage> {
    return this.database.transaction(async (tx) => {
      if (!(await this.fanOuts.lock(tx, work))) return { recipients: [], next: undefined };
      const { question, ...poll } = await this.polls.lock(tx, work.pollId, work.authorId);
      const exists = !poll.deleted && question !== null;
      const recipients = exists ? await notify(tx, { ...poll, question }) : [];
      const afterId = userIds.at(-1);
      if (!exists || afterId === undefined || userIds.length < PAGE) {
        await this.fanOuts.finish(tx.kysely, work);
        return { recipients, next: undefined };
      }
      await this.fanOuts.advance(tx, work, afterId);
      return { recipients, next: { ...work, afterId, attempts: 0 } };
    });
  }

  async #anyDevice(): Promise<boolean> {
    return (
      (await this.database.kysely.selectFrom('push_tokens').select('id').limit(1).executeTakeFirst()) !== undefined
    );
  }
}
