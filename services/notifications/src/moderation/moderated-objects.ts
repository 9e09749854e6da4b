import { Injectable } from '@nestjs/common';
import { objectModerated, type Envelope, type EventData } from '@inkling/contracts';
import { OnEvent, type Transaction } from '@inkling/platform';
import { ChangeQueue } from '../changes/change-queue.repository.js';
import { ChangeWorker } from '../changes/change-worker.js';
import { CommentsRepository } from '../projections/comments.repository.js';
import { PollProjection } from '../projections/poll-projection.js';
import type { Tables } from '../tables.js';

/**
 * Removes notifications about a hidden poll or comment, as if it were deleted. They do not come back, because they may
 * be weeks old when the decision is undone. Later events notify as before.
 */
@Injectable()
export class ModeratedObjects {
  constructor(
    private readonly polls: PollProjection,
    private readonly comments: CommentsRepository,
    private readonly changes: ChangeQueue,
    private readonly worker: ChangeWorker,
  ) {}

  @OnEvent(objectModerated)
  async onModerated(
    decision: EventData<typeof objectModerated>,
    tx: Transaction<Tables>,
    { occurredAt }: Envelope,
  ): Promise<void> {
    const { kind, objectId, authorId, pollId, state, version } = decision;
    if (kind === 'comment') {
      if (state === 'shown' || pollId === null) return;
      await this.comments.markDeleted(tx, { commentId: objectId, pollId, userId: authorId, createdAt: occurredAt });
      const pollAuthorId = await this.polls.authorOf(tx, pollId);
      if (pollAuthorId === undefined) return;
      await this.changes.append(tx, [{ recipientId: pollAuthorId, kind: 'comment', objectId: pollId, occurredAt }]);
    } else {
      const hidden = state !== 'shown';
      if (!(await this.polls.setHidden(tx, { pollId: objectId, authorId, hidden, version })) || !hidden) return;
      await this.changes.append(tx, [{ recipientId: authorId, kind: 'poll_deleted', objectId, occurredAt }]);
    }
    this.worker.wakeSoon();
  }
}
