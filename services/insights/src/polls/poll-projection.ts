import { Injectable } from '@nestjs/common';
import { OnEvent, type Transaction } from '@inkling/platform';
import { pollCreated, pollDeleted, type EventData } from '@inkling/contracts';

/**
 * Stores polls as their authors wrote them. A deleted poll's row stays as a tombstone, so that a late creation is
 * ignored.
 */
@Injectable()
export class PollProjection {
  @OnEvent(pollCreated)
  async onCreated(poll: EventData<typeof pollCreated>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `with added as (
               insert into polls (poll_id, author_id, question, options) values ($1, $2, $3, $4::text[])
               on conflict (poll_id) do nothing returning poll_id
             )
             insert into classification_queue (poll_id) select poll_id from added on conflict do nothing`,
      values: [poll.pollId, poll.authorId, poll.question, poll.options],
    });
  }

  /** Deletes leases first: storing a Deep Dive locks its lease, so a text stored meanwhile is visible and deleted. */
  @OnEvent(pollDeleted)
  async onDeleted(poll: EventData<typeof pollDeleted>, tx: Transaction): Promise<void> {
    await tx.query({
      text: `insert into polls (poll_id, author_id, deleted) values ($1, $2, true)
             on conflict (poll_id) do update set question = null, options = '{}', deleted = true`,
      values: [poll.pollId, poll.authorId],
    });
    for (const table of ['leases', 'deep_dives', 'classification_queue', 'classifications']) {
      await tx.query({ text: `delete from ${table} where poll_id = $1`, values: [poll.pollId] });
    }
  }
}
