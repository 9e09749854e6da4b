import { Injectable } from '@nestjs/common';
import {
  DELETED_USER_ID,
  audienceLeft,
  pollCreated,
  pollDeleted,
  pollEnded,
  type Envelope,
  type EventData,
} from '@inkling/contracts';
import { OnEvent, purgedAmong, type Transaction } from '@inkling/platform';
import { FanOutWorker } from '../fan-out/fan-out-worker.js';
import { FanOuts } from '../fan-out/fan-outs.repository.js';
import { PollProjection } from '../projections/poll-projection.js';
import { isFresh } from '../push/push-queue.js';
import type { Tables } from '../tables.js';
import { ChangeQueue } from './change-queue.repository.js';
import { ChangeWorker } from './change-worker.js';

/**
 * Keeps the projection of polls, and starts the notifications that a poll's creation, end and deletion cause.
 * Notifications of polls that somebody does not see any more are removed.
 */
@Injectable()
export class PollEvents {
  constructor(
    private readonly polls: PollProjection,
    private readonly changes: ChangeQueue,
    private readonly fanOuts: FanOuts,
    private readonly changeWorker: ChangeWorker,
    private readonly fanOutWorker: FanOutWorker,
  ) {}

  @OnEvent(pollCreated)
  async onCreated(
    poll: EventData<typeof pollCreated>,
    tx: Transaction<Tables>,
    { occurredAt }: Envelope,
  ): Promise<void> {
    const purged = (await purgedAmong(tx, [poll.authorId])).size > 0;
    const known = purged ? { ...poll, authorId: DELETED_USER_ID } : poll;
    if (!(await this.polls.store(tx.kysely, known)) || purged || !isFresh(Date.parse(occurredAt))) return;
    if (poll.visibility === 'unlisted') return;
    await this.fanOuts.add(tx, 'new_poll', poll, occurredAt);
    this.fanOutWorker.wakeSoon();
  }

  @OnEvent(pollEnded)
  async onEnded(poll: EventData<typeof pollEnded>, tx: Transaction<Tables>, { occurredAt }: Envelope): Promise<void> {
    if (!(await this.polls.store(tx.kysely, poll))) return;
    await this.fanOuts.add(tx, 'poll_ended', poll, occurredAt);
    this.fanOutWorker.wakeSoon();
  }

  @OnEvent(audienceLeft)
  async onAudienceLeft(
    { authorId, followerId }: EventData<typeof audienceLeft>,
    tx: Transaction<Tables>,
    { occurredAt }: Envelope,
  ): Promise<void> {
    await this.changes.append(tx, [{ recipientId: followerId, kind: 'audience_left', objectId: authorId, occurredAt }]);
    this.changeWorker.wakeSoon();
  }

  @OnEvent(pollDeleted)
  async onDeleted(
    poll: EventData<typeof pollDeleted>,
    tx: Transaction<Tables>,
    { occurredAt }: Envelope,
  ): Promise<void> {
    await this.polls.markDeleted(tx.kysely, poll.pollId, poll.authorId);
    await this.changes.append(tx, [
      { recipientId: poll.authorId, kind: 'poll_deleted', objectId: poll.pollId, occurredAt },
    ]);
    this.changeWorker.wakeSoon();
  }
}
