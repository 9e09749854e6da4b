import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { FanOuts } from '../fan-out/fan-outs.repository.js';
import { PollProjection } from '../polls/poll-projection.js';
import { cancelPushes } from '../push/push-queue.js';
import { NOTHING, type Fold, type Told } from './fold.js';
import { NoticeChanges, type ChangeGroup } from './notice-changes.repository.js';
import { NoticeFacts } from './notice-facts.repository.js';
import { NoticesRepository } from './notices.repository.js';
import { UnreadCounts } from './unread-counts.repository.js';

/** Kinds of pushes about a poll; those that stand for no notice wait under the poll's own address. */
const PUSH_KINDS = ['vote', 'like', 'comment', 'poll_ended', 'new_poll'] as const;

/** Notices deleted in one transaction. */
const BATCH = 1_000;

/** Takes away all that a deleted poll has left here. Stopped half way, it begins anew and finds less to do. */
@Injectable()
export class PollRemoval {
  constructor(
    private readonly database: Database,
    private readonly polls: PollProjection,
    private readonly changes: NoticeChanges,
    private readonly notices: NoticesRepository,
    private readonly facts: NoticeFacts,
    private readonly unread: UnreadCounts,
    private readonly fanOuts: FanOuts,
  ) {}

  async fold({ objectId: pollId, recipientId }: ChangeGroup): Promise<Fold> {
    if (!(await this.polls.find(pollId))?.deleted) throw new Error('A poll that is not deleted keeps its notices');
    const told: Told[] = [];
    let recipients = await this.#removeSome(pollId, recipientId);
    while (recipients.length > 0) {
      told.push(...recipients.map((userId) => ({ userId })));
      recipients = await this.#removeSome(pollId, recipientId);
    }
    await this.facts.forgetPoll(pollId);
    await this.database.transaction(async (tx) => {
      await this.changes.dropPoll(tx, pollId);
      // What has come since goes with its change: nothing would ask for its removal any more.
      await this.facts.forgetPoll(pollId, tx);
      await this.fanOuts.finish(tx, { kind: 'poll_ended', pollId });
      await this.fanOuts.finish(tx, { kind: 'new_poll', pollId });
      // Last: nobody queues any more by now.
      await cancelPushes(
        tx,
        PUSH_KINDS.map((kind) => ({ kind, link: `/poll/${pollId}` })),
      );
    });
    return told.length === 0 ? NOTHING : { told };
  }

  /** The recipients who had some. */
  #removeSome(pollId: number, authorId: number): Promise<number[]> {
    return this.database.transaction(async (tx) => {
      // Whoever makes a notice of this poll has its row, and sees that it is deleted.
      await this.polls.lock(tx, pollId, authorId);
      const recipients = await this.notices.recipientsOf(tx, pollId, BATCH);
      if (recipients.length === 0) return [];
      await this.unread.lock(tx, recipients);
      await this.notices.removeOfPoll(tx, pollId, recipients);
      return recipients;
    });
  }
}
