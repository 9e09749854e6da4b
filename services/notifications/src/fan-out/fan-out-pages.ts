import { Injectable } from '@nestjs/common';
import { pollsRpc, socialRpc } from '@inkling/contracts';
import { Database, RpcClient, type Transaction } from '@inkling/platform';
import { isFresh, type Told } from '../notices/fold.js';
import { NoticeFacts } from '../notices/notice-facts.repository.js';
import { SOMEONE, endedWords, newPollWords } from '../notices/notice-words.js';
import { NoticesRepository } from '../notices/notices.repository.js';
import { UnreadCounts } from '../notices/unread-counts.repository.js';
import { PollProjection, type KnownPoll } from '../polls/poll-projection.js';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { enqueuePushes, type PushRequest } from '../push/push-queue.js';
import { FanOuts, type FanOut } from './fan-outs.repository.js';

/** Users told in one transaction. */
const PAGE = 1_000;

export interface FanOutPage {
  readonly told: readonly Told[];
  /** Where to go on; undefined when all have been told. */
  readonly next: FanOut | undefined;
}

/**
 * Tells a page of users at a time. The position moves in the transaction that tells them, so that each is told once.
 */
@Injectable()
export class FanOutPages {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
    private readonly fanOuts: FanOuts,
    private readonly polls: PollProjection,
    private readonly notices: NoticesRepository,
    private readonly facts: NoticeFacts,
    private readonly unread: UnreadCounts,
    private readonly preferences: PreferencesRepository,
  ) {}

  /** @throws ApiError `unavailable` when it is not known whom to tell */
  tell(work: FanOut): Promise<FanOutPage> {
    return work.kind === 'poll_ended' ? this.#ended(work) : this.#newPoll(work);
  }

  /** A poll's end, to those who voted and to its author, who comes with the first page. */
  async #ended(work: FanOut): Promise<FanOutPage> {
    const { pollId, authorId, afterId, occurredAt: at } = work;
    const { userIds } = await this.rpc.call(pollsRpc.voters, { pollId, after: afterId, limit: PAGE });
    return this.#page(work, userIds, async (tx, { question }) => {
      const users = [...(afterId === 0 ? [authorId] : []), ...userIds.filter((id) => id !== authorId)];
      const states = await this.unread.lock(tx, users);
      const { inApp, push } = await this.preferences.wanting(tx, users, 'poll_ended');
      const added = await this.notices.addMissing(
        tx,
        states,
        'poll_ended',
        inApp.map((recipientId) => ({ recipientId, objectId: pollId, pollId, actorId: null, at })),
      );
      const ids = new Map(added.map(({ id, recipientId }) => [recipientId, id]));
      if (isFresh(at)) {
        const link = `/poll/${pollId}`;
        await enqueuePushes(
          tx,
          push.map((userId): PushRequest => {
            const noticeId = ids.get(userId);
            return {
              userId,
              kind: 'poll_ended',
              ...(noticeId === undefined ? {} : { noticeId }),
              ...endedWords(userId === authorId, question),
              link,
            };
          }),
        );
      }
      return added.map(({ id, recipientId }) => ({ userId: recipientId, noticeId: id }));
    });
  }

  /** A new poll, to its author's followers; as push alone. */
  async #newPoll(work: FanOut): Promise<FanOutPage> {
    const { pollId, authorId, afterId, occurredAt } = work;
    if (!isFresh(occurredAt) || !(await this.#anyDevice())) {
      await this.fanOuts.finish(this.database, work);
      return { told: [], next: undefined };
    }
    const { userIds } = await this.rpc.call(socialRpc.followerIds, { userId: authorId, after: afterId, limit: PAGE });
    return this.#page(work, userIds, async (tx, { question }) => {
      const { push } = await this.preferences.wanting(
        tx,
        userIds.filter((id) => id !== authorId),
        'new_poll',
      );
      const name = (await this.facts.names(tx, [authorId])).get(authorId) ?? SOMEONE;
      const words = newPollWords(name, question);
      await enqueuePushes(
        tx,
        push.map((userId): PushRequest => ({ userId, kind: 'new_poll', ...words, link: `/poll/${pollId}` })),
      );
      return [];
    });
  }

  /** One transaction: nothing when someone else has gone on with the work, the end when the poll is gone. */
  #page(
    work: FanOut,
    userIds: readonly number[],
    tell: (tx: Transaction, poll: KnownPoll & { question: string }) => Promise<Told[]>,
  ): Promise<FanOutPage> {
    return this.database.transaction(async (tx) => {
      if (!(await this.fanOuts.lock(tx, work))) return { told: [], next: undefined };
      const poll = await this.polls.lock(tx, work.pollId, work.authorId);
      const told =
        poll.deleted || poll.question === null ? undefined : await tell(tx, { ...poll, question: poll.question });
      const afterId = userIds.at(-1);
      if (told === undefined || afterId === undefined || userIds.length < PAGE) {
        await this.fanOuts.finish(tx, work);
        return { told: told ?? [], next: undefined };
      }
      await this.fanOuts.advance(tx, work, afterId);
      return { told, next: { ...work, afterId, attempts: 0 } };
    });
  }

  async #anyDevice(): Promise<boolean> {
    return (
      (await this.database.query({ name: 'push-any-device', text: 'select 1 from push_tokens limit 1' })).length > 0
    );
  }
}
