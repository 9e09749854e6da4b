import { Injectable } from '@nestjs/common';
import { OnEvent, type Transaction } from '@inkling/platform';
import { pollCreated, pollDeleted, type EventData } from '@inkling/contracts';

/** Polls as their authors wrote them. A deleted poll's row stays as a tombstone, so that its late creation is ignored. */
@Injectable()
export class PollProjection {
  @OnEvent(pollCreated)
  async onCreated(poll: EventData<typeof pollCreated>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `insert into polls (poll_id, author_id, question, options) values ($1, $2, $3, $4::text[]) on conflict (poll_id) do nothing`,
      values: [poll.pollId, poll.authorId, poll.question, poll.options],
    });
  }

  @OnEvent(pollDeleted)
  async onDeleted(poll: EventData<typeof pollDeleted>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `insert into polls (poll_id, author_id, deleted) values ($1, $2, true)
             on conflict (poll_id) do update set question = null, options = '{}', deleted = true`,
      values: [poll.pollId, poll.authorId],
    });
  }
}
